import { decodeUri } from '../base/uri.ts';
import type { FileRequest } from '../edits/answers/answer.ts';
import { readAnswer } from '../edits/answers/answerReader.ts';
import { fenced } from '../engine/format/fence.ts';
import { channels } from '../protocol/channels.ts';
import type { EditTarget, WireEdit } from '../protocol/edits.ts';
import { paramsOf } from './toolAnswer.ts';
import type { Tool } from './tools.ts';

/** More is not shown to a person who is to decide in a moment, UTF-16 units. */
const maxShown = 8_000;

/** Says a text in the language of the developer, with the values in its places `{0}`, `{1}`. */
type Translate = (text: string, ...values: (string | number)[]) => string;

/**
 * Describes in Markdown what a tool is about to do, for the user's permission: edits as a diff, an
 * action in words, anything else as it was sent.
 */
export function confirmationText(tool: Tool, input: unknown, t: Translate): string {
  const { channel } = tool;
  const sent = paramsOf(tool, input);
  const act = channel === 'windows:act' && sent.ok ? channels[channel].params.safeParse(sent.value) : null;
  if (act?.success) return fenced(cut(Object.values(act.data.params).join('\n'), t), 'text');
  const edits = channel === 'live:applyEdits' && sent.ok ? channels[channel].params.safeParse(sent.value) : null;
  if (!edits?.success) return fenced(cut(JSON.stringify(input, null, 2) ?? '', t), 'json');
  const { documents, documentId, baseVersionId, edits: own, summary, answer } = edits.data;
  const single = documentId && own ? [{ documentId, baseVersionId, edits: own }] : [];
  const targets = documents ?? single;
  // What happens to files comes first: it is never what is cut, or out of sight.
  const files = [
    ...targets.flatMap((target) => target.edits.flatMap((edit) => fileText(target, edit, t))),
    ...(answer === undefined ? [] : readAnswer(answer).files.flatMap((file) => requestedText(file, t))),
  ].join('\n');
  const diff = [files, answer ?? '', ...targets.map(targetText)].filter((text) => text !== '').join('\n\n');
  return [...(summary === undefined ? [] : [fenced(summary, 'text')]), fenced(cut(diff, t), 'diff')].join('\n\n');
}

function fileText({ documentId }: EditTarget, edit: WireEdit, t: Translate): readonly string[] {
  if (edit.type === 'create') return [t('# creates {0}', decoded(documentId))];
  if (edit.type === 'rename') return [t('# renames {0} to {1}', decoded(documentId), decoded(edit.to))];
  return edit.type === 'delete' ? [t('# deletes {0}', decoded(documentId))] : [];
}

/** Describes what an answer does to a file besides changing its text. */
function requestedText(file: FileRequest, t: Translate): readonly string[] {
  const { path } = file;
  if (path === null) return [];
  if (file.kind === 'delete') return [t('# deletes {0}', path)];
  if (file.kind === 'whole') return file.isNew ? [t('# creates {0}', path)] : [];
  return file.kind === 'change' && file.newPath !== undefined ? [t('# renames {0} to {1}', path, file.newPath)] : [];
}

function targetText({ documentId, edits }: EditTarget): string {
  const texts = edits.map(editText).filter((text) => text !== null);
  return texts.length === 0 ? '' : [`# ${decoded(documentId)}`, ...texts].join('\n');
}

function decoded(name: string): string {
  return decodeUri(name) ?? name;
}

/** Shows the change that an edit makes to the text; null if it makes none. */
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

function cut(text: string, t: Translate): string {
  if (text.length <= maxShown) return text;
  return `${text.slice(0, maxShown)}\n${t('… {0} more characters', text.length - maxShown)}`;
}
