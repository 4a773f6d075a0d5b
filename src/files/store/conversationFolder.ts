import { AppError } from '../../base/appError.ts';

/** Folder of all conversations, below the storage folder. */
export const contextFolder = 'context';

const plainName = /^[A-Za-z0-9][A-Za-z0-9_:.-]{0,99}$/;
/** Names that Windows gives to devices. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** True for at most 100 letters, digits, `-`, `_`, `:` and `.` that name no device. */
export function isConversationId(id: string): boolean {
  return plainName.test(id) && !devices.test(id);
}

/**
 * Returns the folder of a conversation, below the storage folder. Upper-case letters, colons and
 * dots are escaped, since not every file system supports them.
 *
 * @throws AppError `FILE_ID_INVALID` unless the id has at most 100 letters, digits, `-`, `_`, `:`
 * and `.`
 */
export function folderOf(conversationId: string): string {
  if (!isConversationId(conversationId))
    throw new AppError('FILE_ID_INVALID', 'A conversation is named by at most 100 letters, digits, -, _, : and .');
  const name = conversationId.replaceAll(/[A-Z:.]/g, (one) => `~${{ ':': '0', '.': '1' }[one] ?? one.toLowerCase()}`);
  return `${contextFolder}/${name}`;
}

/** The conversation whose folder has this name; null when none has. */
export function conversationIn(folderName: string): string | null {
  const id = folderName.replaceAll(/~([01a-z])/g, (_, one: string) => ({ 0: ':', 1: '.' })[one] ?? one.toUpperCase());
  return isConversationId(id) && folderOf(id) === `${contextFolder}/${folderName}` ? id : null;
}
