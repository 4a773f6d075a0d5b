import type { EditorSettings, ResolvedEditorSettings } from '../../base/ports/editorSettings.ts';
import type { Piece } from '../../engine/piece.ts';
import type { Preference } from '../../protocol/decisions/preferences.ts';
import type { SettingPart } from '../../protocol/prompt/prompt.ts';
import type { PieceSource } from '../gather.ts';
import { foldersOf, namesOf, within } from '../paths.ts';
import { type RulesFile, rulesFilePath } from '../rules/rulesFile.ts';
import { orUnread, type WatchedFiles } from '../watchedFiles.ts';
import { editorConfigOf, parseEditorConfig } from './editorConfig.ts';
import { habitLanguage } from './learner.ts';
import { decided, type LearnedPreferences } from './preferences.ts';
import { projectFacts } from './projectFacts.ts';

/** A learned indentation that is this sure outweighs what the editor is set to. */
const outweighs = 0.8;
/** Facts of the project give way before what is settled about style. */
const factWeight = 0.8;

/**
 * The settings for writing code here: `.editorconfig`, the editor's settings, facts about the
 * project, and preferences. Precedence: the developer's decision, `.editorconfig`, a sure habit,
 * the editor. Only learned settings have a confidence below 1.
 */
export function settingsSource(
  files: WatchedFiles,
  rules: RulesFile,
  editorSettings: EditorSettings,
  habits: LearnedPreferences,
): PieceSource {
  const pieces: PieceSource['pieces'] = async ({ documentId, projectId, live }, gaps) => {
    const { file, language, dirty } = live.editorState;
    const unread = new Set<string>();
    const [config, facts, written] = await Promise.all([
      editorConfigFor(files, projectId, file, unread),
      projectFacts(files, projectId, file, unread),
      orUnread(rules.rules(projectId), rulesFilePath, unread, null),
    ]);
    if (unread.size > 0) gaps.push(`SETTINGS_UNREADABLE: ${namesOf([...unread])} cannot be read`);
    const learned = habits.of(documentId, { text: live.text, language, dirty });
    const preferences = decided(learned, written?.preferences ?? []).filter(({ id }) =>
      id.startsWith(`${habitLanguage(language)}:`),
    );
    const editor = editorSettings.resolved(documentId);
    const settings = joined(configSettings(config), editor === null ? [] : editorSettingParts(editor), preferences);
    return [
      ...settings.map((part) => settingPiece(part, projectId, part.confidence)),
      ...facts.map((fact) => settingPiece({ ...fact, confidence: 1 }, projectId, factWeight)),
    ];
  };
  return { name: 'SETTINGS', essential: true, pieces };
}

async function editorConfigFor(files: WatchedFiles, projectId: string, file: string, unread: Set<string>) {
  const folders = foldersOf(file).toReversed();
  const heads = await Promise.all(
    folders.map((folder) => {
      const path = within(folder, '.editorconfig');
      return orUnread(files.read(projectId, path), path, unread, null);
    }),
  );
  const configs = heads.flatMap((head, at) => {
    if (head === null) return [];
    const folder = folders[at] ?? '';
    return [{ config: parseEditorConfig(head.text), path: folder === '' ? file : file.slice(folder.length + 1) }];
  });
  return editorConfigOf(configs);
}

function joined(
  config: readonly SettingPart[],
  editor: readonly SettingPart[],
  preferences: readonly Preference[],
): readonly SettingPart[] {
  const byName = new Map([...editor, ...config].map((part) => [part.name, part]));
  for (const { id, state, text, confidence } of preferences) {
    if (text === null) continue;
    const name = id.slice(id.indexOf(':') + 1);
    const rival = byName.get(name);
    const wins = state !== 'learned' || rival === undefined || (rival.origin === 'editor' && confidence >= outweighs);
    const origin = state === 'learned' ? 'learned from this text' : `${state} by the developer`;
    if (wins) byName.set(name, { name, value: text, origin, confidence });
  }
  return [...byName.values()];
}

const lineEndings: Readonly<Record<string, string>> = { lf: 'LF', crlf: 'CRLF', cr: 'CR' };

/** The properties of the specification in words; unknown values are left out. */
function configSettings(properties: ReadonlyMap<string, string>): readonly SettingPart[] {
  const size = properties.get('indent_size') ?? '';
  const width = properties.get('tab_width') ?? '';
  const tabs = /^\d+$/.test(width) ? `tabs, ${width} columns wide` : 'tabs';
  const spaces = /^\d+$/.test(size) ? `${size} spaces` : 'spaces';
  const style = properties.get('indent_style');
  const length = properties.get('max_line_length') ?? '';
  const charset = properties.get('charset') ?? '';
  return settingParts('.editorconfig', [
    ['indentation', style === 'tab' ? tabs : style === 'space' ? spaces : null],
    ['line endings', lineEndings[properties.get('end_of_line') ?? ''] ?? null],
    ['charset', /^(latin1|utf-8(-bom)?|utf-16[bl]e)$/.test(charset) ? charset : null],
    ['trailing white space', chosen(properties.get('trim_trailing_whitespace'), 'trimmed', 'kept')],
    ['final newline', chosen(properties.get('insert_final_newline'), 'always', 'never')],
    ['line length', /^\d+$/.test(length) ? `at most ${length}` : null],
  ]);
}

function editorSettingParts(settings: ResolvedEditorSettings): readonly SettingPart[] {
  const { insertSpaces, tabSize, rulers, formatOnSave, formatter } = settings;
  const how = [...(formatOnSave ? ['on save'] : []), ...(formatter === null ? [] : [`by ${formatter}`])];
  const indentation = insertSpaces ? `${tabSize} spaces` : `tabs, ${tabSize} columns wide`;
  return settingParts('editor', [
    ['indentation', tabSize === null ? null : indentation],
    ['trailing white space', settings.trimTrailingWhitespace ? 'trimmed' : null],
    ['final newline', settings.insertFinalNewline ? 'always' : null],
    ['line length', rulers.length > 0 ? `at most ${Math.max(...rulers)}` : null],
    ['formatting', how.length > 0 ? how.join(', ') : null],
  ]);
}

function chosen(value: string | undefined, yes: string, no: string): string | null {
  return value === 'true' ? yes : value === 'false' ? no : null;
}

function settingParts(origin: string, values: readonly (readonly [string, string | null])[]): readonly SettingPart[] {
  return values.flatMap(([name, value]) => (value === null ? [] : [{ name, value, origin, confidence: 1 }]));
}

function settingPiece(part: SettingPart, projectId: string, weight: number): Piece {
  const content = { kind: 'setting', part } as const;
  return {
    id: `setting:${part.name}`,
    layer: 'settings',
    window: 'settings',
    source: part.origin,
    location: null,
    projectId,
    weight,
    render: () => content,
  };
}
