import * as z from 'zod';

/** Smallest maximum length of a reply, UTF-16 units. */
export const minReplyLength = 1_000;
/** Maximum length of a reply, UTF-16 units. */
export const replyLength = z.int().min(minReplyLength);

/** Starts of the anchor diff: the state some time ago (`auto` is 60 minutes), or a checkpoint. */
export const anchorStarts = ['auto', '5min', '15min', 'day', 'opened', 'saved', 'head'] as const;
export type AnchorStart = (typeof anchorStarts)[number];

/**
 * The settings `liveContext.<key>`; a test compares package.json with this table. Lengths are
 * UTF-16 units.
 */
export const settingsSchema = z.strictObject({
  /** Maximum number of recent diffs in a Live Context. */
  recentDiffs: z.int().min(0).max(20).default(3),
  /** Start of the anchor diff. */
  anchor: z.enum(anchorStarts).default('auto'),
  /** Documents of more tokens are shown as an excerpt around the cursor. */
  excerptTokens: z.int().min(250).max(1_000_000).default(15_000),
  /** Globs of files and folders that are never followed, besides `files.exclude`. */
  exclude: z.array(z.string().max(500)).max(500).default(['**/node_modules/**', '**/.git/**']),
  /** Schemes of followed documents besides files, untitled documents and notebook cells. */
  followSchemes: z.array(z.string().max(100)).max(100).default([]),
  /** Larger documents are not followed; UTF-16 units. */
  maxDocumentSize: z.int().min(1_000).max(60_000_000).default(25_000_000),
  /** Saves a document after an agent's edit if it had no unsaved changes. */
  saveAgentEdits: z.boolean().default(false),
  /** An agent's edit that violates constraints is refused, or made with a warning. */
  judgeEdits: z.enum(['refuse', 'warn']).default('refuse'),
  /**
   * Id, family or name of the chat model that judges edits by constraints without a pattern. Empty
   * for none.
   */
  judgeModel: z.string().max(200).default(''),
  /** Maximum tokens of code that the search adds to a prompt. */
  searchTokens: z.int().min(0).max(100_000).default(5_000),
  /** The model whose tokens are counted: exact for OpenAI's models, an estimate for others. */
  model: z.string().max(200).default('gpt-5'),
  /** Enables `context:inspect`. */
  debug: z.boolean().default(false),
  /** Replaces secrets by placeholders in everything that leaves. */
  redaction: z.boolean().default(true),
  /** Stores delivered texts as long as context files, so that each can be shown again. */
  keepDeliveries: z.boolean().default(true),
  /** Starts the MCP server for agents outside VS Code. */
  tellAgents: z.boolean().default(false),
  /** Maximum length of a reply to an agent; its own program may take less. */
  replyLength: replyLength.max(1_000_000).default(200_000),
  /** Stores long outputs of terminal commands as context files. */
  terminalFiles: z.boolean().default(true),
  /** Days that context files are stored. */
  filesRetention: z.int().min(1).max(3_650).default(14),
  /** Maximum size of all context files of a project, MiB. */
  filesQuota: z.int().min(1).max(65_536).default(512),
});
export type SettingValues = z.output<typeof settingsSchema>;
export type SettingKey = keyof SettingValues;

/** A wrong value of a setting, its allowed values, and the default used instead; as JSON. */
export interface WrongSetting {
  readonly key: SettingKey;
  readonly value: string;
  readonly allowed: string;
  readonly used: string;
}

const settingKeys = Object.keys(settingsSchema.shape) as readonly SettingKey[];

/** Reads the settings; the default replaces a wrong value. */
export function readSettings(get: (key: SettingKey) => unknown): SettingValues {
  const entries = settingKeys.map((key) => {
    const parsed = settingsSchema.shape[key].safeParse(get(key));
    return [key, parsed.success ? parsed.data : defaultOf(key)];
  });
  return settingsSchema.parse(Object.fromEntries(entries));
}

export function wrongSettings(get: (key: SettingKey) => unknown): readonly WrongSetting[] {
  const wrong = settingKeys.filter((key) => !settingsSchema.shape[key].safeParse(get(key)).success);
  return wrong.map((key) => ({
    key,
    value: JSON.stringify(get(key)),
    allowed: allowedValues(key),
    used: JSON.stringify(defaultOf(key)),
  }));
}

function defaultOf(key: SettingKey) {
  return settingsSchema.shape[key].parse(undefined);
}

/** Such as `"refuse", "warn"`, `0–20`, `boolean`. */
function allowedValues(key: SettingKey): string {
  const { type, enum: values, minimum, maximum } = z.toJSONSchema(settingsSchema.shape[key], { io: 'input' });
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(', ');
  return type === 'integer' ? `${minimum}–${maximum}` : String(type);
}
