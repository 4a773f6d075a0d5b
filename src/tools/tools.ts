import * as z from 'zod';
import { type Channel, channels } from '../protocol/channels.ts';
import { contextGrep } from './contextGrep.ts';
import { contextList } from './contextList.ts';
import { contextRead } from './contextRead.ts';
import { contextTail } from './contextTail.ts';
import { liveContext } from './liveContext.ts';
import { liveContextAction } from './liveContextAction.ts';
import { liveContextApplyEdits } from './liveContextApplyEdits.ts';
import { liveContextChanges } from './liveContextChanges.ts';
import { liveContextVersion } from './liveContextVersion.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which they are listed. package.json is checked against it. */
export const tools: readonly Tool[] = [
  liveContext,
  liveContextChanges,
  liveContextVersion,
  liveContextApplyEdits,
  liveContextAction,
  contextList,
  contextRead,
  contextTail,
  contextGrep,
];

/** What changes the developer's documents or view: such tools are confirmed by the developer. */
const writing: ReadonlySet<Channel> = new Set<Channel>(['live:applyEdits', 'windows:act']);

export function writes({ channel }: Tool): boolean {
  return writing.has(channel);
}

/** The tool's name for people: `live_context_changes` is "Live Context Changes". */
export function titleOf({ name }: Tool): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}

/** JSON Schema (2020-12) of what the tool takes. */
export function inputSchemaOf({ channel }: Tool): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(channels[channel].params, { io: 'input' });
  return schema;
}
