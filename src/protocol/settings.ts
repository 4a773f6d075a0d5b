import * as z from 'zod';

/** No reply can be kept shorter than this, UTF-16 units. */
export const minReplyLength = 1_000;

/** Every setting `liveContext.<key>` once; package.json is checked against this table. Lengths are UTF-16 units. */
export const settingsSchema = z.strictObject({
  /** How many recent diffs a Live Context holds. */
  recentDiffs: z.int().min(0).max(20).default(3),
  /** Where the anchor diff starts: so long ago (`auto`, `5min`, `15min`, `day`), at `opened`, `saved` or `head`, or at a version id. */
  anchor: z.string().default('auto'),
  /** Documents of more tokens are shown as an excerpt around the cursor. */
  excerptTokens: z.int().min(250).max(1_000_000).default(15_000),
  /** Patches of more tokens are shown by their hunk headers. */
  patchTokens: z.int().min(100).max(1_000_000).default(4_000),
  /** Whether the text shows `<cursor/>` and `<sel:N>` marks. */
  cursorMarkers: z.boolean().default(false),
  /** Globs of files and folders that are never followed, besides `files.exclude`. */
  exclude: z.array(z.string().max(500)).max(500).default(['**/node_modules/**', '**/.git/**']),
  /** Larger documents are not followed; UTF-16 units. */
  maxDocumentSize: z.int().min(1_000).max(60_000_000).default(25_000_000),
  /** Whether a document that had nothing unsaved is saved after an agent's edit. */
  saveAgentEdits: z.boolean().default(false),
  /** What becomes of an agent's edit that violates constraints: it is refused, or made with a warning. */
  judgeEdits: z.enum(['refuse', 'warn']).default('refuse'),
  /** The chat model (its id, family or name) that judges edits by constraints without a pattern; empty: none does. */
  judgeModel: z.string().max(200).default(''),
  /** Memory that all histories may take together, MiB; one of them takes a quarter of it at most. */
  historyMemory: z.int().min(4).max(1_024).default(128),
  /** How many pieces of code a search adds to a prompt at most. */
  searchPieces: z.int().min(0).max(200).default(8),
  /** How many tokens of code a search adds to a prompt at most. */
  searchTokens: z.int().min(0).max(100_000).default(4_000),
  /** The model that prompts are counted for; tokens are exact for OpenAI's, an estimate for others. */
  model: z.string().max(200).default('gpt-5'),
  /** Whether `context:inspect` answers. */
  debug: z.boolean().default(false),
  /** Whether secrets are replaced by placeholders in all that leaves. */
  redaction: z.boolean().default(true),
  /** Whether delivered texts are kept beside the audit log, as long as context files, so that each can be shown again. */
  keepDeliveries: z.boolean().default(true),
  /** Whether agents outside VS Code can reach it over MCP. */
  'mcp.enabled': z.boolean().default(false),
  /** How long a reply to an agent is at most; what its own program takes may be less. */
  replyLength: z.int().min(minReplyLength).max(1_000_000).default(200_000),
  /** Whether VS Code's own agents are offered the MCP server, beside the tools that they have already. */
  'mcp.inVSCode': z.boolean().default(false),
  /** Longer contents become context files, their beginning and end stay in the prompt; bytes. */
  maxInline: z.int().min(256).max(1_000_000).default(8192),
  /** Whether outputs of terminal commands that are longer than `maxInline` become context files by themselves. */
  terminalFiles: z.boolean().default(true),
  /** How many bytes a page of a context file holds at most. */
  filesPage: z.int().min(1_024).max(16_777_216).default(65_536),
  /** How many lines the tail of a context file holds at most. */
  filesTail: z.int().min(1).max(100_000).default(2_000),
  /** How many matches a search in a context file gives at most. */
  filesMatches: z.int().min(1).max(10_000).default(500),
  /** How long context files are kept, days. */
  filesRetention: z.int().min(1).max(3_650).default(14),
  /** How much all context files of a project may hold, MiB. */
  filesQuota: z.int().min(1).max(65_536).default(512),
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
