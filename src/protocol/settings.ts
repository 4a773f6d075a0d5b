import * as z from 'zod';

/** Every setting `liveContext.<key>` once; package.json is checked against this table. Lengths are UTF-16 units. */
export const settingsSchema = z.strictObject({
  /** How many recent diffs a Live Context holds. */
  recentDiffs: z.int().min(0).max(20).default(3),
  /** Where the anchor diff starts: `auto`, `opened`, `saved`, `head`, or a version id. */
  anchor: z.string().default('auto'),
  /** Longer documents are shown as an excerpt around the cursor. */
  excerptLength: z.int().min(1_000).max(1_000_000).default(60_000),
  /** Longer patches are shown by their hunk headers. */
  patchLength: z.int().min(500).max(1_000_000).default(16_000),
  /** Whether the text shows `<cursor/>` and `<sel:N>` marks. */
  cursorMarkers: z.boolean().default(false),
  /** Globs of files that are never followed, besides `files.exclude`. */
  exclude: z.array(z.string().max(500)).max(500).default(['**/node_modules/**', '**/.git/**']),
  /** Larger documents are not followed; UTF-16 units. */
  maxDocumentSize: z.int().min(1_000).max(60_000_000).default(25_000_000),
  /** How many edits a document's history keeps in full detail. */
  historyEdits: z.int().min(8).max(10_000).default(64),
  /** Memory that all histories may take together, MiB. */
  historyMemory: z.int().min(4).max(1_024).default(64),
  /** The model that prompts are counted for; tokens are exact for OpenAI's, an estimate for others. */
  model: z.string().max(200).default('gpt-5'),
  /** Whether `context:inspect` answers. */
  debug: z.boolean().default(false),
  /** Whether the audit log also holds the delivered text. */
  auditText: z.boolean().default(false),
  /** Whether the MCP server starts with every window; else when it is first needed. */
  'mcp.enabled': z.boolean().default(false),
});
export type SettingValues = z.output<typeof settingsSchema>;
export type SettingKey = keyof SettingValues;

/** The settings that a source gives; a value that does not fit its schema counts as not set. */
export function readSettings(get: (key: SettingKey) => unknown): SettingValues {
  const { shape } = settingsSchema;
  const entries = (Object.keys(shape) as SettingKey[]).map((key) => {
    const parsed = shape[key].safeParse(get(key));
    return [key, parsed.success ? parsed.data : shape[key].parse(undefined)];
  });
  return settingsSchema.parse(Object.fromEntries(entries));
}
