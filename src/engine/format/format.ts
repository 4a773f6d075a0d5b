import type { Format } from '../../protocol/prompt/receipt.ts';
import { dataOf } from '../piece.ts';
import type { PromptData } from '../promptData.ts';
import type { TalkMessage } from '../talk.ts';
import { jsonSegments } from './json.ts';
import type { MarkdownSegments, WrittenContent } from './markdown.ts';
import { type PieceOf, type Segment, textOf } from './segments.ts';
import { xmlSegments } from './xml.ts';

/**
 * A prompt in one format, and the parts that a model reads, whose tokens add up. Of chat messages
 * those are the contents, without the JSON around them.
 */
export interface WrittenPrompt {
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly read: readonly Segment[];
}

/**
 * Writes a prompt. Every format holds the same data and can be read back to it. `contents` are the
 * pieces that the data was made from.
 */
export function writePrompt(
  data: PromptData,
  markdown: MarkdownSegments,
  format: Format,
  contents: readonly WrittenContent[],
  talk: readonly TalkMessage[],
): WrittenPrompt {
  if (format === 'markdown' || format === 'messages') {
    const { system, prefix, rest } = markdown;
    const read = [...system, prefix, ...rest];
    if (format === 'markdown') return { text: textOf(read), segments: [...system, ...prefix.segments, ...rest], read };
    const segments = messages(markdown, talk);
    return { text: textOf(segments), segments, read: [...read, ...talk.map(({ content }) => ({ text: content }))] };
  }
  const segments =
    format === 'xml'
      ? xmlSegments(data, contents)
      : [...jsonSegments(plainPayload(data), pieceByContent(contents)), { text: '\n' }];
  const text = textOf(segments);
  return { text, segments, read: [{ text }] };
}

/** The data without their grouping, in the order of the prompt. */
function plainPayload({ payload, chunks, missing, windows, additional_input, ...layers }: PromptData): object {
  return { ...layers, ...payload, chunks, missing, windows, additional_input };
}

/**
 * Finds pieces by identity: the data hold the objects that the pieces show. The document's fields
 * are spread among the payload's.
 */
function pieceByContent(contents: readonly WrittenContent[]): PieceOf {
  const ids = new Map<unknown, string>(contents.map(({ id, content }) => [dataOf(content), id]));
  const document = contents.find(({ content }) => content.kind === 'document');
  const fields = new Set(document?.content.kind === 'document' ? Object.keys(document.content.part) : []);
  return (key, value) => ids.get(value) ?? (fields.has(key) ? document?.id : undefined);
}

/**
 * A system message (system text, Rules), the conversation so far, and a last user message (Settings,
 * Immediate, Retrieved, the request). Settings differ by document, so caches of what is before them
 * hold. A role never comes from a text.
 */
function messages({ system, prefix, rest }: MarkdownSegments, talk: readonly TalkMessage[]): readonly Segment[] {
  const heading = prefix.segments.findIndex(({ text, piece }) => piece === undefined && text === '# Settings\n\n');
  const [rules, settings] =
    heading < 0 ? [prefix.segments, []] : [prefix.segments.slice(0, heading), prefix.segments.slice(heading)];
  const escaped = ({ text, tokens: _, ...segment }: Segment) => ({
    ...segment,
    text: JSON.stringify(text).slice(1, -1),
  });
  const opening = (role: string) => ({ text: `  {\n    "role": "${role}",\n    "content": "` });
  return [
    { text: '[\n' },
    opening('system'),
    ...[...system, ...rules].map(escaped),
    { text: '"\n  },\n' },
    ...talk.flatMap(({ role, content }) => [opening(role), escaped({ text: content }), { text: '"\n  },\n' }]),
    opening('user'),
    ...[...settings, ...rest].map(escaped),
    { text: '"\n  }\n]\n' },
  ];
}
