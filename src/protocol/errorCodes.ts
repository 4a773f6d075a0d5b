/**
 * Every error code that leaves through the session, with what it means and what to do next. A code exists here and nowhere
 * else; surfaces may translate the texts, the code never changes.
 */
export const errorCodes = {
  REQUEST_INVALID: {
    message: 'The request does not fit its schema.',
    recovery: 'Correct the named field and send it again.',
  },
  CHANNEL_UNKNOWN: { message: 'There is no such channel.', recovery: 'Use one of the documented channels.' },
  DOCUMENT_NONE: { message: 'No document is open.', recovery: 'Open a document, or name one by its URI.' },
  DOCUMENT_NOT_TRACKED: {
    message: 'The document is not tracked.',
    recovery: 'Choose another document, or change the setting if one is named.',
  },
  DOCUMENT_UNKNOWN: {
    message: 'No history exists for the document.',
    recovery: 'Open the document in the editor first.',
  },
  VERSION_UNKNOWN: { message: 'No version has this id.', recovery: 'Use an id from a reply or from the timeline.' },
  VERSION_GONE: {
    message: 'The version is no longer kept.',
    recovery: 'Go on from the fresh text that comes with this error.',
  },
  CONTINUATION_GONE: {
    message: 'There is nothing to go on with under this id.',
    recovery: 'Ask without it: what was not told yet is still to come.',
  },
  DELIVERY_UNKNOWN: {
    message: 'There is no delivery with this id.',
    recovery: 'Use an id of deliveries:list; the oldest ones are forgotten.',
  },
  LINES_OUTSIDE: {
    message: 'The lines are outside the text.',
    recovery: 'Ask for lines between 1 and the line count.',
  },
  STORE_FULL: {
    message: 'The disk is full; the history lives in memory only.',
    recovery: 'Free some space; saving resumes by itself.',
  },
  STORE_DENIED: {
    message: 'The history store cannot be written.',
    recovery: 'Check the permissions of the storage folder; saving resumes by itself.',
  },
  STORE_FAILED: {
    message: 'The history store cannot be reached.',
    recovery: 'See the log; saving is tried again by itself.',
  },
  STORE_TAKEN: {
    message: 'Another window has taken over the storage of this one while it slept; the history lives in memory only.',
    recovery: 'Reload the window: it gets storage of its own.',
  },
  STORE_DAMAGED: {
    message: 'A stored history was damaged and has been set aside.',
    recovery: 'Nothing to do: what could be read of it is kept, the history goes on from the present text.',
  },
  CONTEXT_BUDGET_TOO_SMALL: {
    message: 'The budget is too small for what cannot be cut.',
    recovery:
      "Raise the model's limit or lower the output reserve in the budget, or shorten your constraints or your request.",
  },
  CONTEXT_INPUT_TOO_LARGE: {
    message: 'The request that goes with the prompt is too large.',
    recovery: 'Shorten additionalInput, or keep the long part as a context file and name its id.',
  },
  CONTEXT_BUDGET_CONFLICT: {
    message: 'The budget has been changed meanwhile; nothing was written.',
    recovery: 'Get the budget again and repeat the change on its new version.',
  },
  CONTEXT_BUDGET_FORBIDDEN: {
    message: 'No tool and no agent may change a budget.',
    recovery: 'Ask the developer to change it in the view or the settings.',
  },
  CONTEXT_INSPECT_FORBIDDEN: {
    message: 'Inspecting assemblies is off.',
    recovery: 'Turn on the setting liveContext.debug.',
  },
  CONTEXT_SCOPE_VIOLATION: {
    message: 'The document does not belong to the project.',
    recovery: 'Name a document of the project, or the project of the document.',
  },
  CONTEXT_BACKPRESSURE: {
    message: 'Too many assemblies of this document are waiting.',
    recovery: 'Wait for the others to finish, then ask again.',
  },
  CONSTRAINT_UNKNOWN: {
    message: 'There is no constraint with this id.',
    recovery: 'List the constraints and use one of their ids.',
  },
  CONSTRAINT_FORBIDDEN: {
    message: 'Only the developer makes, changes or deletes constraints of the user.',
    recovery: 'Use the source `project`, or ask the developer to do it in the view.',
  },
  CONSTRAINTS_INVALID: {
    message: 'The constraints file cannot be read; constraints are left out.',
    recovery: 'Correct .vscode/live-context.json; the log names the place.',
  },
  CONSTRAINTS_READ_ONLY: {
    message: 'Constraints cannot be written here.',
    recovery: 'Open a folder that can be written, and trust it.',
  },
  ANCHOR_MALFORMED: {
    message: 'This is not the id of an anchor.',
    recovery: "Use one of the windows' present anchors, which come with this error.",
  },
  ANCHOR_UNKNOWN: {
    message: 'There is no anchor with this id.',
    recovery: "Use one of the windows' present anchors, which come with this error.",
  },
  ANCHOR_HIDDEN: {
    message: 'The window does not offer this anchor now.',
    recovery:
      "Use one of the windows' present anchors, which come with this error; a closed window can be opened again.",
  },
  ANCHOR_STALE: {
    message: "The window's actions have changed since this id was given out; nothing was done.",
    recovery: "Use one of the windows' present anchors, which come with this error.",
  },
  ANCHOR_PARAMS: {
    message: 'The parameters do not fit the anchor; nothing was done.',
    recovery: 'Send what the anchor names, in its types; a button takes nothing.',
  },
  WINDOW_BUSY: {
    message: 'Another action of this window is still running; nothing was done.',
    recovery: 'Wait for it to finish, look at the prompt again, and act once more if it is still needed.',
  },
  CONVERSATION_FORBIDDEN: {
    message: "Another consumer's conversation is the developer's business.",
    recovery:
      'Leave conversationId out: your own is meant then. The developer alone can let you read the files of another (Share Context Files…).',
  },
  CONVERSATION_UNKNOWN: {
    message: 'There is no conversation with this id.',
    recovery: 'List the conversations and use one of their ids; they end with the window.',
  },
  EDITOR_UNAVAILABLE: {
    message: 'The editor cannot show this.',
    recovery: 'Check that the file still exists; read it by its versions instead.',
  },
  DOCUMENT_MISSING: {
    message: 'The document does not exist or cannot be opened.',
    recovery: 'Use the id or the path of a document that exists.',
  },
  DOCUMENT_AMBIGUOUS: {
    message: 'Several documents have this name.',
    recovery: 'Name one of those that come with this error.',
  },
  DOCUMENT_OUTSIDE: {
    message: 'The document is neither open nor in a folder of this window.',
    recovery: 'Choose a file of the project, or ask the developer to open it.',
  },
  DOCUMENT_NOT_TEXT: {
    message: 'The editor cannot open the file as text.',
    recovery: 'Choose a text file.',
  },
  DOCUMENT_READ_ONLY: {
    message: 'The document is read-only.',
    recovery: 'Ask the developer to make it writable, or choose another document.',
  },
  EDIT_FILE_EXISTS: {
    message: 'There is a file or folder of this name already.',
    recovery: 'Edit that file, or choose another name.',
  },
  EDIT_UNTRUSTED: {
    message: 'Nothing is edited in Restricted Mode.',
    recovery: 'Ask the developer to trust the workspace.',
  },
  ANSWER_UNPLACED: {
    message: 'Parts of the answer cannot be placed; nothing was changed.',
    recovery: 'Send it again with the paths of the files and with lines that stand there once.',
  },
  EDIT_VIOLATES: {
    message: 'The edits violate constraints; nothing was changed.',
    recovery: 'Mend what is named and send all edits again.',
  },
  EDIT_INVALID: {
    message: 'The edits do not fit the text they were made against.',
    recovery: 'Correct the named edit and send all edits again.',
  },
  EDIT_NO_MATCH: {
    message: 'The old text or context of an edit is not in the base version.',
    recovery: 'Read that version again and copy the old text or context from it exactly.',
  },
  EDIT_AMBIGUOUS: {
    message: 'The old text or context of an edit is in several places of the base version.',
    recovery: 'Give more of the text around it, or its occurrence.',
  },
  EDIT_PLACEHOLDER: {
    message: 'An edit would change the surroundings of a hidden secret, or write a placeholder for one.',
    recovery: 'Leave lines with a placeholder out of your edits, or replace the whole placeholder by other text.',
  },
  EDIT_SECRET: {
    message: 'An edit would write a text that is hidden as a secret.',
    recovery: 'Write a reference instead, such as the name of an environment variable; the developer can fill it in.',
  },
  EDIT_CONFLICT: {
    message: 'The developer has changed the same place since that version; nothing was applied.',
    recovery: 'Look at both sides, then make the edits again against the fresh text that comes with this error.',
  },
  EDIT_STALE: {
    message: 'The document has changed since that version; nothing was applied.',
    recovery: 'Make the edits again against the fresh text that comes with this error.',
  },
  EDIT_NOT_APPLIED: {
    message: 'The editor did not apply the edits.',
    recovery: 'Get the changes since that version, then send the edits again.',
  },
  EDIT_BACKPRESSURE: {
    message: 'Too many edits are waiting.',
    recovery: 'Wait for the others to finish, then send the edits again.',
  },
  CHAT_MODEL_FAILED: {
    message: 'The chat model failed.',
    recovery: 'Try again, or pick another model.',
  },
  REDACTION_FORBIDDEN: {
    message: 'No tool and no agent may let a secret be shown.',
    recovery: 'Ask the developer to allow it in the view.',
  },
  REDACTION_UNKNOWN: {
    message: 'The placeholder stands for no known secret.',
    recovery: 'Use a placeholder as it stands in the text, whole and unchanged.',
  },
  FILE_UNKNOWN: {
    message: 'The conversation has no context file with this id.',
    recovery: 'List the context files and use one of their ids; old files make room for new ones.',
  },
  FILE_ID_INVALID: {
    message: 'This is not the id of a context file or of a conversation.',
    recovery: 'Use an id exactly as the list of context files gives it.',
  },
  FILE_OFFSET_INVALID: {
    message: 'The offset is beyond the end of the context file.',
    recovery: 'Use an offset between 0 and the size in bytes, such as the last nextOffset.',
  },
  FILE_NOT_TEXT: {
    message: 'The context file is not UTF-8 text.',
    recovery: 'Nothing to do: only text can be read.',
  },
  FILE_DAMAGED: {
    message: 'The context file was changed or cut on the disk; it cannot be trusted.',
    recovery: 'Read another one, or make it again; the developer may delete this one.',
  },
  FILE_NOT_MADE: {
    message: 'The content of the context file cannot be made at present.',
    recovery: 'Its source is gone or fails; try again later or read another file.',
  },
  FILES_QUOTA_FULL: {
    message: 'The context files of this project have no more room.',
    recovery: 'Delete context files you no longer need, or raise liveContext.filesQuota.',
  },
  FILES_DISK_FULL: {
    message: 'The disk is full; the context file was not kept.',
    recovery: 'Free some space and try again.',
  },
  FILES_DENIED: {
    message: 'The context files may not be read or written.',
    recovery: 'Check the permissions of the storage folder and try again.',
  },
  FILES_FAILED: {
    message: 'The context files cannot be reached.',
    recovery: 'See the log and try again.',
  },
  ARCHIVE_INVALID: {
    message: 'The archive is not an exported conversation; nothing was imported.',
    recovery: 'Choose a zip that Export Conversation has written.',
  },
  ARCHIVE_TOO_LARGE: {
    message: 'The archive holds more than is allowed; nothing was imported.',
    recovery: 'Export fewer files, or raise liveContext.filesQuota.',
  },
  MCP_FAILED: {
    message: 'The MCP server could not be started.',
    recovery: 'See the log; check that the folder .live-context in your home can be written.',
  },
  WINDOW_NONE: {
    message: 'No VS Code window that has this folder open offers Live Context to agents.',
    recovery: 'Open the folder in VS Code with Live Context and turn on the setting liveContext.mcp.enabled.',
  },
  SETUP_UNREADABLE: {
    message: 'A configuration file of the agent cannot be read or is malformed; nothing was written to it.',
    recovery: 'Mend the file and run Connect an Agent… again, or paste the entry by hand with Copy MCP Configuration.',
  },
  SETUP_CHANGED: {
    message: 'A configuration file of the agent was changed by someone else meanwhile; nothing was written to it.',
    recovery: 'Run Connect an Agent… again.',
  },
  SETUP_COMMAND_FAILED: {
    message: "The agent's own program failed.",
    recovery: 'Run the command in a terminal to see why.',
  },
  WINDOW_RELOADING: {
    message: 'The VS Code window of this folder is reloading.',
    recovery: 'Call again in a moment.',
  },
  WINDOW_LOST: {
    message: 'The window went away while the request was under way; whether it was carried out is unknown.',
    recovery: 'See what changed with live_context_changes before you repeat it.',
  },
  PATTERN_INVALID: {
    message: 'The pattern cannot be searched for.',
    recovery: 'Write a regular expression as for ripgrep; the message says which part to change.',
  },
  INTERNAL: {
    message: 'Something failed inside Live Context.',
    recovery: 'Try again; if it stays, report it with the log.',
  },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Why a document is not followed, as people and agents read it, and the settings that say so. */
export const untrackedReasons = {
  scheme: { text: 'This kind of document is not followed.', settings: ['liveContext.followSchemes'] },
  notText: {
    text: 'Not a text that VS Code shows to extensions: an image, a binary, a very large file, or one that is gone.',
    settings: [],
  },
  excluded: { text: 'A setting excludes this document.', settings: ['liveContext.exclude', 'files.exclude'] },
  secretFile: { text: 'Files that may hold secrets are never followed.', settings: [] },
  tooLarge: { text: 'The document is larger than the limit.', settings: ['liveContext.maxDocumentSize'] },
} as const satisfies Record<string, { readonly text: string; readonly settings: readonly string[] }>;
export type UntrackedReason = keyof typeof untrackedReasons;
