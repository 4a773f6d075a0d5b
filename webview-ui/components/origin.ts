import type { TimelineEntry } from '../../src/protocol/channels.ts';
import type { Origin } from '../../src/protocol/liveContext.ts';
import type { Text } from '../strings.ts';

interface Look {
  readonly icon: string;
  readonly label: Text;
}

/** How each origin of a change looks. */
export const origins: Readonly<Record<Origin, Look>> = {
  typing: { icon: 'edit', label: 'Typing' },
  undo: { icon: 'discard', label: 'Undo' },
  redo: { icon: 'redo', label: 'Redo' },
  agent: { icon: 'sparkle', label: 'Agent' },
  disk: { icon: 'file-symlink-file', label: 'Change on disk' },
  format: { icon: 'wand', label: 'Formatting' },
  unknown: { icon: 'circle-outline', label: 'Other change' },
};

type CheckpointKind = TimelineEntry['checkpoints'][number]['kind'];

/** How each kind of checkpoint looks. */
export const checkpointKinds: Readonly<Record<CheckpointKind, Look>> = {
  opened: { icon: 'folder-opened', label: 'Opened' },
  periodic: { icon: 'clock', label: 'Periodic' },
  saved: { icon: 'save', label: 'Saved' },
  named: { icon: 'bookmark', label: 'Named' },
  head: { icon: 'git-commit', label: 'Git HEAD' },
  switched: { icon: 'git-branch', label: 'Branch switch' },
};
