import { decodeUri } from '../base/uri.ts';
import { fenced } from '../engine/format/fence.ts';
import { channels } from '../protocol/channels.ts';
import type { EditTarget, WireEdit } from '../protocol/edits.ts';
import type { Tool } from './tool.ts';
import { paramsOf } from './toolAnswer.ts';

/** More is not shown to a person who is to decide in a moment, UTF-16 units. */
const maxShown = 8_000;

/** What a tool is about to do, in Markdown, for the developer to allow it: edits as a diff, an action by its words, anything else as it was sent. */
export function confirmationText(tool: Tool, input: unknown): string {
  const { channel } = tool;
  const sent = paramsOf(tool, input);
  const act = channel === 'windows:act' && sent.ok ? channels[channel].params.safeParse(sent.value) : null;
  if (act?.success) return fenced(cut(Object.values(act.data.params).join('\n')), 'text');
  const edits = channel === 'live:applyEdits' && sent.ok ? channels[channel].params.safeParse(sent.value) : null;
  if (!edits?.success) return fenced(cut(JSON.stringify(input, null, 2) ?? ''), 'json');
  const { documents, documentId, baseVersionId, edits: own, summary, answer } = edits.data;
  const single = documentId && own ? [{ documentId, baseVersionId, edits: own }] : [];
  const targets = documents ?? single;
  // What happens to files comes first: it is never what is cut, or out of sight.
  const files = targets.flatMap((target) => target.edits.flatMap((edit) => fileText(target, edit))).join('\n');
  const diff = answer ?? [files, ...targets.map(targetText)].filter((text) => text !== '').join('\n\n');
  return [...(summary === undefined ? [] : [fenced(summary, 'text')]), fenced(cut(diff), 'diff')].join('\n\n');
}

function fileText({ documentId }: EditTarget, edit: WireEdit): readonly string[] {
  if (edit.type === 'create') return [`# creates ${decoded(documentId)}`];
  if (edit.type === 'rename') return [`# renames ${decoded(documentId)} to ${decoded(edit.to)}`];
  return edit.type === 'delete' ? [`# deletes ${decoded(documentId)}`] : [];
}

function targetText({ documentId, edits }: EditTarget): string {
  const texts = edits.map(editText).filter((text) => text !== null);
  return texts.length === 0 ? '' : [`# ${decoded(documentId)}`, ...texts].join('\n');
}

function decoded(name: string): string {
  return decodeUri(name) ?? name;
}

/** What an edit does to the text; null where it does nothing to it. */
function editText(edit: WireEdit): string | null {
  switch (edit.type) {
    case 'patch':
      return edit.patch;
    case 'replace':
      return `${marked('-', edit.oldText)}\n${marked('+', edit.newText)}`;
    case 'range':
      return `@@ ${edit.start.line}:${edit.start.column} to ${edit.end.line}:${edit.end.column} @@\n${marked('+', edit.newText)}`;
    case 'offsets':
      return `@@ ${edit.start} to ${edit.end} @@\n${marked('+', edit.newText)}`;
    case 'create':
      return marked('+', edit.newText);
    case 'rename':
    case 'delete':
      return null;
  }
}

function marked(mark: string, text: string): string {
  return text === '' ? mark : text.replace(/\r?\n$/, '').replace(/^/gm, mark);
}

function cut(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}\n… ${text.length - maxShown} more`;
}
