import type { DiffSummary, EditorState, PlanHint } from '../../protocol/prompt/liveContext.ts';
import type { WindowPart } from '../../protocol/prompt/prompt.ts';
import { editsText } from '../../text/replacements.ts';
import type { DocumentPart, PieceContent } from '../piece.ts';

/** A name with its value; the name alone where the value is `true`. */
export type Fact = readonly [name: string, value: string | number | true];

/**
 * A piece as Markdown and XML write it: facts, further facts on lines of their own, and a text in
 * its language.
 */
export interface Facts {
  readonly facts: readonly Fact[];
  readonly lines: readonly FactLine[];
  readonly text?: string | undefined;
  readonly language?: string | undefined;
  /** Only of a document that is shown in part. */
  readonly outline?: string | undefined;
}

/** Further facts of one kind: a tab, a selection, a diagnostic. */
export interface FactLine {
  readonly kind: string;
  readonly facts: readonly Fact[];
}

/**
 * Returns the facts of a piece. Facts that repeat others or state the usual are left out: offsets
 * beside lines and columns, UTF-8, LF, full confidence, a file on disk equal to the text. Lines and
 * columns count from one, written `first-last` or `line:column`.
 */
export function factsOf(content: PieceContent): Facts {
  switch (content.kind) {
    case 'constraint': {
      const { id, type, source, text } = content.part;
      return { facts: present({ id, type, source }), lines: [], text };
    }
    case 'instructions': {
      const { file, detail, text } = content.part;
      return { facts: present({ file, only: detail }), lines: [], text, language: 'markdown' };
    }
    case 'setting': {
      const { name, value, origin, confidence } = content.part;
      const isSure = confidence === 1;
      return { facts: present({ name, origin, confidence: isSure ? undefined : confidence }), lines: [], text: value };
    }
    case 'note': {
      const { text, ...facts } = content.part;
      return { facts: present(facts), lines: [], text };
    }
    case 'chunk': {
      const { file, first_line, last_line, why, detail, text, language } = content.part;
      const lines = first_line === 0 ? undefined : span(first_line, last_line);
      // Gaps are marked in the text.
      const named = /^… \d+$/m.test(text) ? { within_lines: lines } : { lines };
      return { facts: present({ file, ...named, why, only: detail }), lines: [], text, language };
    }
    case 'document':
      return documentFacts(content.part);
    case 'recentDiff':
    case 'anchorDiff':
      return diffFacts(content.diff);
    case 'editorState':
      return editorFacts(content.state);
    case 'planHint':
      return hintFacts(content.hint);
  }
}

function documentFacts({ file, version_id: version, excerpt, outline, language, ...part }: DocumentPart): Facts {
  const shown = excerpt && {
    lines: excerpt.last_line === 0 ? 'none' : span(excerpt.first_line, excerpt.last_line),
    columns: columnsOf(excerpt),
    of: excerpt.line_count,
  };
  const facts = present({ file, language, version, ...shown });
  return { facts, lines: [], text: part.current_document, language, outline: outline?.join('\n') };
}

/** The columns that an excerpt shows of its only line; undefined if it shows all. */
function columnsOf({ first_column: first, last_column: last }: NonNullable<DocumentPart['excerpt']>) {
  return first === undefined || last === undefined ? undefined : span(first, last);
}

/** A patch names its file, and no reader needs the versions between its own and the current one. */
function diffFacts({ file, origin, is_error, reason, detail, patch, edits }: DiffSummary): Facts {
  const isCounts = detail === 'line-counts';
  const facts = present({
    file: patch === '' || detail !== undefined ? file : undefined,
    origin: origin === 'typing' ? undefined : origin,
    error: is_error,
    reason,
    only: isCounts ? patch.trim() : detail,
  });
  if (edits !== undefined) return { facts, lines: [], text: editsText(edits), language: 'json' };
  return { facts, lines: [], text: isCounts ? '' : patch, language: 'diff' };
}

function editorFacts(state: EditorState): Facts {
  const { file, line_count: lines, cursor, encoding, eol, disk, visible_ranges: visible } = state;
  const isAllVisible = visible.some(({ first_line, last_line }) => first_line <= 1 && last_line >= lines);
  return {
    facts: present({
      project: state.project_id,
      lines,
      unsaved: state.dirty,
      cursor: cursor === null ? undefined : placeFact(cursor),
      visible: isAllVisible
        ? undefined
        : visible.map(({ first_line, last_line }) => span(first_line, last_line)).join('+'),
      encoding: encoding === 'utf8' ? undefined : encoding,
      eol: eol === 'LF' ? undefined : eol,
      disk: disk === 'same' ? undefined : disk,
      more_tabs: state.more_tabs,
    }),
    text: state.disk_diff,
    language: 'diff',
    lines: [
      ...state.selections.map(({ start, end }) => ({
        kind: 'selection',
        facts: present({ from: placeFact(start), to: placeFact(end) }),
      })),
      ...state.open_tabs
        .filter((tab) => tab.file !== file)
        .map(({ file: name, active, dirty }) => ({
          kind: 'tab',
          facts: present({ file: name, active, unsaved: dirty }),
        })),
      ...state.diagnostics.map(({ severity, message, source, code, ...at }) => ({
        kind: severity,
        facts: present({ at: placeFact(at), message, source, code }),
      })),
    ],
  };
}

function hintFacts({ diff, ...hint }: PlanHint): Facts {
  const { id, outcome, consumer: by, summary, file, base_version_id: base, new_version_id: now, reason } = hint;
  const facts = present({ id, outcome, by, summary, file, base, now, reason, only: diff?.detail });
  return { facts, lines: [], text: diff?.patch, language: 'diff' };
}

/** The facts that say something, in order. */
function present(values: Readonly<Record<string, string | number | boolean | undefined>>): readonly Fact[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === false || value === '' ? [] : [[name, value] as Fact],
  );
}

/** The verbs of a window with the names of their required parameters. */
export function anchorsText(actions: NonNullable<WindowPart['actions']>): string {
  return Object.values(actions)
    .map((id) => {
      const [, verb = '', params = ''] = /^(\w+):[^(]*(?:\((.*)\))?$/.exec(id) ?? [];
      const required = params.split(', ').filter((param) => param !== '' && !param.endsWith('?'));
      return required.length === 0 ? verb : `${verb}(${required.join(', ').replaceAll(/:\w+/g, '')})`;
    })
    .join(', ');
}

/** The window's name in the ids of its anchors. */
export function nameInAnchors({ window, actions = {} }: WindowPart): string {
  const [id = ''] = Object.values(actions);
  return /:([\w-]+)@/.exec(id)?.[1] ?? window;
}

/** An anchor of one of the windows, without its parameters; null without any. */
export function sampleAnchor(windows: readonly WindowPart[]): string | null {
  const [id] = windows.flatMap(({ actions = {} }) => Object.values(actions));
  return id === undefined ? null : id.replace(/\(.*/s, '');
}

function span(first: number, last: number): string {
  return `${first}-${last}`;
}

function placeFact({ line, column }: { readonly line: number; readonly column: number }): string {
  return `${line}:${column}`;
}
