/**
 * Error codes of the session, each with the failure and the next step. A code never changes;
 * surfaces may translate the texts. Models read both, so they are short.
 */
const rows = {
  REQUEST_INVALID: ['The request does not match its schema.', 'Correct the named field.'],
  CHANNEL_UNKNOWN: ['Unknown channel.', 'Use a documented channel.'],
  DOCUMENT_NONE: ['No document is open.', 'Open a document, or name one by its URI.'],
  DOCUMENT_NOT_TRACKED: [
    'The document is not tracked.',
    'Choose another document, or change the setting if one is named.',
  ],
  DOCUMENT_UNKNOWN: ['The document has no history.', 'Open the document in the editor first.'],
  VERSION_UNKNOWN: ['Unknown version id.', 'Use an id from a reply or the timeline.'],
  VERSION_GONE: ['The version is no longer stored.', 'Continue from the fresh text in this error.'],
  CONTINUATION_GONE: ['This continuation id has expired.', 'Call again without `more`.'],
  DELIVERY_UNKNOWN: ['Unknown delivery id.', 'Use an id from deliveries:list; the oldest expire.'],
  LINES_OUTSIDE: ['The lines are outside the text.', 'Use lines from 1 to the line count.'],
  STORE_FULL: ['The disk is full; the history is in memory only.', 'Free some space; saving resumes automatically.'],
  STORE_DENIED: [
    'The history store is not writable.',
    'Check the permissions of the storage folder; saving resumes automatically.',
  ],
  STORE_FAILED: ['The history store is unavailable.', 'See the log; saving is retried automatically.'],
  STORE_DAMAGED: [
    'A stored history was damaged and set aside.',
    'Nothing to do: readable parts are kept, and the history continues from the current text.',
  ],
  CONTEXT_BUDGET_TOO_SMALL: [
    'The budget is too small for what cannot be cut.',
    "Raise the model's limit, lower the output reserve, or shorten your constraints or your request.",
  ],
  CONTEXT_INPUT_TOO_LARGE: [
    'The request sent with the prompt is too large.',
    'Shorten additionalInput, or save the long part as a context file and name its id.',
  ],
  CONTEXT_BUDGET_CONFLICT: [
    'The budget has changed; nothing was written.',
    'Get the budget and repeat the change on its new version.',
  ],
  CONTEXT_BUDGET_FORBIDDEN: [
    'Tools and agents cannot change a budget.',
    'Ask the developer to change it in the view or the settings.',
  ],
  CONTEXT_INSPECT_FORBIDDEN: ['Inspecting prompts is off.', 'Turn on the setting liveContext.debug.'],
  CONTEXT_SCOPE_VIOLATION: [
    'The document is not in the project.',
    'Name a document of the project, or the project of the document.',
  ],
  CONTEXT_BACKPRESSURE: ['Too many prompts of this document are waiting.', 'Wait for the others, then ask again.'],
  CONSTRAINT_UNKNOWN: ['Unknown constraint id.', 'Use an id from the list of constraints.'],
  CONSTRAINT_FORBIDDEN: [
    "Only the developer creates, changes or deletes the user's constraints.",
    'Use the source `project`, or ask the developer.',
  ],
  CONSTRAINTS_INVALID: [
    'The constraints file is unreadable; constraints are left out.',
    'Correct .vscode/live-context.json; the log names the place.',
  ],
  CONSTRAINTS_READ_ONLY: ['Constraints are read-only here.', 'Open a writable folder, and trust it.'],
  ANCHOR_UNKNOWN: ['Unknown anchor id.', 'Use an anchor from this error.'],
  ANCHOR_HIDDEN: [
    'The window does not offer this anchor now.',
    'Use an anchor from this error; a closed window can be reopened.',
  ],
  ANCHOR_STALE: ['This anchor is from an earlier session; nothing was done.', 'Use an anchor from this error.'],
  ANCHOR_PARAMS: [
    'The parameters do not fit the anchor; nothing was done.',
    'Send the parameters that the anchor names; a button takes none.',
  ],
  WINDOW_BUSY: [
    'Another action of this window is running; nothing was done.',
    'Wait, read the prompt again, and act if still needed.',
  ],
  CONVERSATION_FORBIDDEN: [
    'Only the developer can access other conversations.',
    'Leave conversationId out to use your own.',
  ],
  CONVERSATION_UNKNOWN: [
    'Unknown conversation id.',
    'Use an id from the list of conversations; they end with the window.',
  ],
  DOCUMENT_MISSING: ['The document does not exist or cannot be opened.', 'Use the id or path of an existing document.'],
  DOCUMENT_AMBIGUOUS: ['Several documents have this name.', 'Name one of those in this error.'],
  DOCUMENT_OUTSIDE: [
    'The document is neither open nor in a folder of this window.',
    'Choose a file of the project, or ask the developer to open it.',
  ],
  DOCUMENT_NOT_TEXT: ['The editor cannot open the file as text.', 'Choose a text file.'],
  DOCUMENT_READ_ONLY: [
    'The document is read-only.',
    'Ask the developer to make it writable, or choose another document.',
  ],
  NOTEBOOK_OPEN: [
    'A notebook or custom editor has the file open; its text is not current.',
    'Read and edit the cells in this error, or ask the developer to save and close it.',
  ],
  EDIT_UNENCODABLE: [
    "The file's encoding cannot hold characters of the edits.",
    'Write other characters, or ask the developer to save the file as UTF-8.',
  ],
  EDIT_FILE_EXISTS: ['A file or folder has this name.', 'Edit that file, or choose another name.'],
  EDIT_UNTRUSTED: ['Restricted Mode allows no edits.', 'Ask the developer to trust the workspace.'],
  ANSWER_UNPLACED: [
    'Parts of the answer cannot be placed; nothing was changed.',
    'Send it again with file paths and with lines that occur once.',
  ],
  EDIT_VIOLATES: [
    'The edits violate constraints; nothing was changed.',
    'Correct the named places and resend all edits.',
  ],
  EDIT_UNJUDGED: [
    'No readable verdict on the constraints; nothing was changed.',
    'Resend the edits; if it happens again, tell the developer.',
  ],
  RULES_UNJUDGED: [
    'Some rules were judged by nobody.',
    'Rules without a pattern need a model: set liveContext.judgeModel.',
  ],
  EDIT_INVALID: ['The edits do not fit their base version.', 'Correct the named edit and resend all edits.'],
  EDIT_NO_MATCH: [
    'The old text or context of an edit is not in the base version.',
    'Read that version again and copy the text exactly.',
  ],
  EDIT_AMBIGUOUS: [
    'The old text or context of an edit occurs several times in the base version.',
    'Add surrounding text, or its occurrence.',
  ],
  EDIT_PLACEHOLDER: [
    'An edit would change text around a hidden secret, or write its placeholder.',
    'Leave lines with a placeholder out, or replace the whole placeholder.',
  ],
  EDIT_CONFLICT: [
    'The developer changed the same place since that version; nothing was applied.',
    'Compare both sides, then edit the fresh text in this error.',
  ],
  EDIT_STALE: ['The document changed since that version; nothing was applied.', 'Edit the fresh text in this error.'],
  EDIT_NOT_APPLIED: [
    'The editor did not apply the edits.',
    'Get the changes since that version, then resend the edits.',
  ],
  EDIT_BACKPRESSURE: ['Too many edits are waiting.', 'Wait for the others, then resend the edits.'],
  CHAT_MODEL_FAILED: ['The chat model failed.', 'Try again, or pick another model.'],
  REDACTION_FORBIDDEN: ['Tools and agents cannot reveal a secret.', 'Ask the developer to allow it in the view.'],
  REDACTION_UNKNOWN: ['Unknown placeholder.', 'Copy the placeholder exactly from the text.'],
  FILE_UNKNOWN: [
    'The conversation has no context file with this id.',
    'Use an id from the list of context files; old files make room for new ones.',
  ],
  FILE_ID_INVALID: [
    'Invalid id of a context file or conversation.',
    'Copy the id exactly from the list of context files.',
  ],
  FILE_OFFSET_INVALID: [
    'The offset is beyond the end of the context file.',
    'Use an offset up to the size in bytes, such as the last nextOffset.',
  ],
  FILE_NOT_TEXT: ['The context file is not UTF-8 text.', 'Only text can be read.'],
  FILE_DAMAGED: ['The context file was changed or cut on disk.', 'Read another file, or create it again.'],
  FILES_QUOTA_FULL: [
    'The context files of this project have reached their quota.',
    'Delete context files, or raise liveContext.filesQuota.',
  ],
  FILES_DISK_FULL: ['The disk is full; the context file was not saved.', 'Free some space and try again.'],
  FILES_DENIED: ['The context files are not readable or writable.', 'Check the permissions of the storage folder.'],
  FILES_FAILED: ['The context files are unavailable.', 'See the log and try again.'],
  ARCHIVE_INVALID: [
    'The archive is not an exported conversation; nothing was imported.',
    'Choose a zip written by Export Conversation.',
  ],
  ARCHIVE_TOO_LARGE: [
    'The archive is too large; nothing was imported.',
    'Export fewer files, or raise liveContext.filesQuota.',
  ],
  MCP_FAILED: [
    'The MCP server did not start.',
    'See the log; check that the folder .live-context in your home is writable.',
  ],
  WINDOW_NONE: [
    'No VS Code window with this folder offers Live Context to agents.',
    'Open the folder in VS Code and turn on the setting liveContext.mcp.enabled.',
  ],
  SETUP_UNREADABLE: [
    'A configuration file of the agent is unreadable or malformed; nothing was written.',
    'Correct the file and run Connect an Agent… again, or paste the entry from Copy MCP Configuration.',
  ],
  SETUP_CHANGED: [
    'A configuration file of the agent has changed; nothing was written.',
    'Run Connect an Agent… again.',
  ],
  SETUP_COMMAND_FAILED: ["The agent's own program failed.", 'Run the command in a terminal to see why.'],
  WINDOW_RELOADING: ['The VS Code window of this folder is reloading.', 'Call again in a moment.'],
  WINDOW_LOST: [
    'The window closed during the request; the outcome is unknown.',
    'Check live_context_changes before you repeat it.',
  ],
  PATTERN_INVALID: ['Invalid pattern.', 'Write a regular expression for ripgrep; the message says what to change.'],
  INTERNAL: ['Live Context failed internally.', 'Try again; if it persists, report it with the log.'],
} as const;

export type ErrorCode = keyof typeof rows;

interface ErrorText {
  readonly message: string;
  readonly recovery: string;
}

export const errorCodes = Object.fromEntries(
  Object.entries(rows).map(([code, [message, recovery]]) => [code, { message, recovery }]),
) as Readonly<Record<ErrorCode, ErrorText>>;

/** Reasons why a document is not followed, for people and agents, with the settings that decide. */
export const untrackedReasons = {
  scheme: { text: 'This kind of document is not followed.', settings: ['liveContext.followSchemes'] },
  notText: {
    text: 'VS Code opens this file to no extension: an image, a binary, a very large or a deleted file.',
    settings: [],
  },
  excluded: { text: 'A setting excludes this document.', settings: ['liveContext.exclude', 'files.exclude'] },
  secretFile: { text: 'Files that may hold secrets are never followed.', settings: [] },
  tooLarge: { text: 'The document is larger than the limit.', settings: ['liveContext.maxDocumentSize'] },
} as const satisfies Record<string, { readonly text: string; readonly settings: readonly string[] }>;
export type UntrackedReason = keyof typeof untrackedReasons;
