import { t } from '@vscode/l10n';
import type { TimelineEntry } from '../../src/protocol/channels.ts';
import type { Origin } from '../../src/protocol/prompt/liveContext.ts';

interface Badge {
  readonly icon: string;
  readonly label: string;
}

/** Icon and name of each origin of a change. */
export const originBadges: Readonly<Record<Origin, Badge>> = {
  typing: { icon: 'edit', label: t('Typing') },
  undo: { icon: 'discard', label: t('Undo') },
  redo: { icon: 'redo', label: t('Redo') },
  agent: { icon: 'sparkle', label: t('Agent') },
  disk: { icon: 'file-symlink-file', label: t('Change on disk') },
  format: { icon: 'wand', label: t('Formatting') },
  unknown: { icon: 'circle-outline', label: t('Other change') },
};

type ShownCheckpoint = TimelineEntry['checkpoints'][number]['kind'];

/** Icon and name of each kind of checkpoint. */
export const checkpointBadges: Readonly<Record<ShownCheckpoint, Badge>> = {
  opened: { icon: 'folder-opened', label: t('Opened') },
  saved: { icon: 'save', label: t('Saved') },
  named: { icon: 'bookmark', label: t('Snapshot') },
  head: { icon: 'git-commit', label: t('Git HEAD') },
  switched: { icon: 'files', label: t('Files changed at once') },
};
