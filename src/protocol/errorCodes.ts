/**
 * Error codes of the session, each with the failure and the next step. A code never changes;
 * surfaces may translate the texts. Models read both, so they are short.
 */
const rows = {
  REQUEST_INVALID: ['The request does not match its schema.', 'Correct the named field.'],
  CHANNEL_UNKNOWN: ['Unknown channel.', 'Use a documented channel.'],
  DOCUMENT_NONE: ['No document is open.', 'Open a document, or name one by its URI.'],
  DOCUMENT_NOT_TRACKED: ['The document is not tracked.', 'Choose another, or change the setting if one is named.'],
  DOCUMENT_UNKNOWN: ['The document has no history.', 'Open the document in the editor first.'],
  VERSION_UNKNOWN: ['Unknown version id.', 'Use an id from a reply or the timeline.'],
  VERSION_GONE: ['The version is no longer stored.', 'Continue from the fresh text in this error.'],
  CONTINUATION_GONE: ['This continuation id has expired.', 'Call again without `more`.'],
  DELIVERY_UNKNOWN: ['Unknown delivery id.', 'Use an id from deliveries:list; the oldest expire.'],
  LINES_OUTSIDE: ['The lines are outside the text.', 'Use lines from 1 to the line count.'],
  STORE_FULL: ['The disk is full; the history is in memory only.', 'Free some space; saving resumes automatically.'],
  STORE_DENIED: ['The history store is not writable.', 'Check its permissions; saving resumes automatically.'],
  STORE_FAILED: ['The history store is unavailable.', 'See the log; saving is retried automatically.'],
  STORE_DAMAGED: ['A stored history was damaged and set aside.', 'Nothing to do: readable parts are kept.'],
  CONTEXT_BUDGET_TOO_SMALL: ['The budget is too small.', "Raise the model's limit or shorten constraints or request."],
  CONTEXT_INPUT_TOO_LARGE: ['The request is too large.', 'Shorten additionalInput, or save a part as a context file.'],
  CONTEXT_BUDGET_LIMIT: ['The token limit is not a whole number from 500 to 10,000,000.', 'Choose another, or none.'],
  CONTEXT_BUDGET_CONFLICT: ['The budget has changed; nothing was written.', 'Get it and repeat the change.'],
  CONTEXT_BUDGET_FORBIDDEN: ['Tools and agents cannot change a budget.', 'Ask the developer to change it.'],
  CONTEXT_INSPECT_FORBIDDEN: ['Inspecting prompts is off.', 'Turn on the setting liveContext.debug.'],
  CONTEXT_SCOPE_VIOLATION: ['The document is not in the project.', 'Name another document, or its own project.'],
  CONTEXT_BACKPRESSURE: ['Too many prompts of this document are waiting.', 'Wait for the others, then ask again.'],
  CONSTRAINT_UNKNOWN: ['Unknown constraint id.', 'Use an id from the list of constraints.'],
  CONSTRAINT_FORBIDDEN: ["Only the developer changes the user's constraints.", 'Use the source `project`, or ask.'],
  CONSTRAINT_PATTERN: ['The pattern cannot be searched.', 'Use a regular expression of RE2, without look-around.'],
  CONSTRAINTS_INVALID: ['The constraints file is unreadable.', 'Correct .vscode/live-context.json; see the log.'],
  CONSTRAINTS_READ_ONLY: ['Constraints are read-only here.', 'Open a writable folder, and trust it.'],
  ANCHOR_UNKNOWN: ['Unknown anchor id.', 'Use an anchor from this error.'],
  ANCHOR_HIDDEN: ['The window does not offer this anchor now.', 'Use an anchor from this error.'],
  ANCHOR_STALE: ['This anchor is from an earlier session; nothing was done.', 'Use an anchor from this error.'],
  ANCHOR_PARAMS: ['The parameters do not fit the anchor.', 'Send those that the anchor names; a button takes none.'],
  WINDOW_BUSY: ['Another action of this window is running.', 'Wait, read the prompt again, and act if needed.'],
  CONVERSATION_FORBIDDEN: ['Only the developer can access other conversations.', 'Leave conversationId out for yours.'],
  CONVERSATION_UNKNOWN: ['Unknown conversation id.', 'Use an id from the list; conversations end with the window.'],
  DOCUMENT_MISSING: ['The document does not exist or cannot be opened.', 'Use the id or path of an existing document.'],
  DOCUMENT_AMBIGUOUS: ['Several documents have this name.', 'Name one of those in this error.'],
  DOCUMENT_OUTSIDE: ['The document is neither open nor in the project.', 'Choose another, or ask to open it.'],
  DOCUMENT_NOT_TEXT: ['The editor cannot open the file as text.', 'Choose a text file.'],
  DOCUMENT_READ_ONLY: ['The document is read-only.', 'Ask the developer to make it writable, or choose another.'],
  NOTEBOOK_OPEN: ['A notebook or other editor has the file open.', 'Edit the cells in this error, or ask to close it.'],
  EDIT_UNENCODABLE: ["The file's encoding lacks characters of the edits.", 'Write others, or ask to save it as UTF-8.'],
  EDIT_FILE_EXISTS: ['A file or folder has this name.', 'Edit that file, or choose another name.'],
  EDIT_UNTRUSTED: ['Restricted Mode allows no edits.', 'Ask the developer to trust the workspace.'],
  ANSWER_UNPLACED: ['Parts of the answer cannot be placed.', 'Resend it with file paths and lines that occur once.'],
  EDIT_VIOLATES: ['The edits violate constraints.', 'Correct the named places and resend all edits.'],
  EDIT_UNJUDGED: ['No readable verdict on the constraints.', 'Resend the edits; if it recurs, tell the developer.'],
  RULES_UNJUDGED: ['Some rules were judged by nobody.', 'Rules without a pattern need liveContext.judgeModel.'],
  EDIT_INVALID: ['The edits do not fit their base version.', 'Correct the named edit and resend all edits.'],
  EDIT_NO_MATCH: ['The old text or context is not in the base version.', 'Read it again and copy the text exactly.'],
  EDIT_AMBIGUOUS: ['The old text or context occurs several times.', 'Add surrounding text, or its occurrence.'],
  EDIT_PLACEHOLDER: ['An edit touches a hidden secret.', 'Leave the line out, or replace the whole placeholder.'],
  EDIT_CONFLICT: ['The developer changed the same place since then.', 'Compare both sides, then edit the fresh text.'],
  EDIT_STALE: [
    'The document changed since that version; nothing was applied.',
    'If it is unsaved, save it first; then use the fresh version.',
  ],
  EDIT_NOT_APPLIED: ['The editor did not apply the edits.', 'Get the changes since then, and resend the edits.'],
  EDIT_BACKPRESSURE: ['Too many edits are waiting.', 'Wait for the others, then resend the edits.'],
  CHAT_MODEL_FAILED: ['The chat model failed.', 'Try again, or pick another model.'],
  REDACTION_FORBIDDEN: ['Tools and agents cannot reveal a secret.', 'Ask the developer to allow it in the view.'],
  REDACTION_UNKNOWN: ['Unknown placeholder.', 'Copy the placeholder exactly from the text.'],
  FILE_UNKNOWN: ['The conversation has no context file with this id.', 'Use an id from the list; old files expire.'],
  FILE_ID_INVALID: ['Invalid id of a context file or conversation.', 'Copy the id from the list of context files.'],
  FILE_OFFSET_INVALID: ['The offset is beyond the end of the file.', 'Use the nextOffset of the last page.'],
  FILE_NOT_TEXT: ['The context file is not UTF-8 text.', 'Only text can be read.'],
  FILE_DAMAGED: ['The context file was changed or cut on disk.', 'Read another file, or create it again.'],
  FILES_QUOTA_FULL: ['The context files have reached their quota.', 'Delete some, or raise liveContext.filesQuota.'],
  FILES_DISK_FULL: ['The disk is full; the context file was not saved.', 'Free some space and try again.'],
  FILES_DENIED: ['The context files are not readable or writable.', 'Check the permissions of the storage folder.'],
  FILES_FAILED: ['The context files are unavailable.', 'See the log and try again.'],
  ARCHIVE_INVALID: ['The archive is not an exported conversation.', 'Choose a zip written by Export Conversation.'],
  ARCHIVE_TOO_LARGE: ['The archive is too large.', 'Export fewer files, or raise liveContext.filesQuota.'],
  MCP_FAILED: ['The MCP server did not start.', 'See the log; is .live-context in your home writable?'],
  WINDOW_NONE: ['No VS Code window of this folder offers Live Context.', 'Open it; turn on liveContext.tellAgents.'],
  WINDOW_AMBIGUOUS: ['Several VS Code windows are open here.', 'Name a document of one of these folders by its URI.'],
  SETUP_UNREADABLE: ['A configuration file is malformed; nothing was written.', 'Correct it, then connect again.'],
  SETUP_CHANGED: ['A configuration file of the agent has changed.', 'Run Connect an Agent… again.'],
  SETUP_COMMAND_FAILED: ["The agent's own program failed.", 'Run the command in a terminal to see why.'],
  WINDOW_RELOADING: ['The VS Code window of this folder is reloading.', 'Call again in a moment.'],
  WINDOW_LOST: ['The window closed; the outcome is unknown.', 'Check live_context_changes before you repeat it.'],
  PATTERN_INVALID: ['Invalid pattern.', 'Write a regular expression for ripgrep; the message says what to change.'],
  INTERNAL: ['Live Context failed internally.', 'Try again; if it persists, report it with the log.'],
} as const;

export type ErrorCode = keyof typeof rows;

/** Failures whose next step only an agent can take. */
const forAgents =
  /^(VERSION_|DELIVERY_|ANCHOR_|DOCUMENT_READ_ONLY|(CONSTRAINT|REDACTION|FILE)_UNKNOWN|WINDOW_BUSY|EDIT_(UNTRUSTED|NOT_APPLIED)|CONTEXT_BUDGET_CONFLICT)/;

/** `advice` is the next step for people, if there is one. */
export const errorCodes = Object.fromEntries(
  Object.entries(rows).map(([code, [message, recovery]]) => {
    return [code, { message, recovery, advice: forAgents.test(code) ? '' : recovery }];
  }),
) as Readonly<Record<ErrorCode, Readonly<Record<'message' | 'recovery' | 'advice', string>>>>;

/** Reasons why a document is not followed, for people and agents, with the settings that decide. */
export const untrackedReasons = {
  scheme: { text: 'This kind of document is not followed.', settings: ['liveContext.followSchemes'] },
  notText: { text: 'VS Code gives extensions no text of it: binary, very large or deleted.', settings: [] },
  excluded: { text: 'A setting excludes this document.', settings: ['liveContext.exclude', 'files.exclude'] },
  secretFile: { text: 'Files that may hold secrets are never followed.', settings: [] },
  tooLarge: { text: 'The document is larger than the limit.', settings: ['liveContext.maxDocumentSize'] },
} as const satisfies Record<string, { readonly text: string; readonly settings: readonly string[] }>;
export type UntrackedReason = keyof typeof untrackedReasons;
