import type { DiffSummary, LiveContextPayload } from '../../protocol/liveContext.ts';
import type { Assembly } from '../assembly.ts';
import { fenced } from './fence.ts';

/** Markdown with the headings of the seed; every value stands in a `- key: JSON` line or in a fence (design L). */
export function formatMarkdown({ systemText, payload }: Assembly): string {
  return `${systemText}\n\n${formatPayload(payload)}`;
}

/** The Immediate layer alone: what a last user message holds. */
export function formatPayload(payload: LiveContextPayload): string {
  return [
    '# Live Context',
    documentSection(payload),
    `## Recent Diffs (new→old)\n\n${listed(payload.recent_diffs.map(diffItem))}`,
    `## Anchor Diff\n\n${payload.anchor_diff === null ? 'none' : diffItem(payload.anchor_diff)}`,
    `## Editor State\n\n${fields(payload.editor_state)}`,
    `## Plan Hints\n\n${listed(payload.plan_hints.map((hint) => `- ${JSON.stringify(hint)}`))}`,
    '',
  ].join('\n\n');
}

function documentSection(payload: LiveContextPayload): string {
  const { version_id, excerpt, outline, current_document: text, editor_state: editor } = payload;
  const head = fields(excerpt === undefined ? { version_id } : { version_id, excerpt });
  const index =
    outline === undefined
      ? ''
      : `\n- outline:\n${outline.map((entry) => `  - ${JSON.stringify(Object.values(entry))}`).join('\n')}`;
  return `## Current Document\n\n${head}${index}\n\n${fenced(text, editor.language)}`;
}

/** A diff in the seed's form; the patch is indented by two spaces, which a reader takes off again. */
function diffItem(diff: DiffSummary): string {
  const { version_id, timestamp, patch, ...rest } = diff;
  const more = Object.entries(rest).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  const block = fenced(patch, 'diff').replaceAll('\n', '\n  ');
  return `- Version: ${version_id}\n  Time: ${timestamp}\n${more.join('')}  Patch:\n  ${block}`;
}

function fields(values: object): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `- ${key}: ${JSON.stringify(value)}`)
    .join('\n');
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join('\n');
}
