import { AppError } from '../../base/appError.ts';

/** Where all conversations lie, below the storage folder. */
export const contextFolder = 'context';

const plainName = /^[A-Za-z0-9][A-Za-z0-9_:.-]{0,99}$/;
/** Names that Windows gives to devices. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** What stands in a folder's name for a character that not every file system takes or tells apart. */
const escapes = { ':': '~0', '.': '~1' } as const;

/**
 * The folder of a conversation, below the storage folder. Upper-case letters, colons and dots are marked, since not every file system
 * tells case apart or takes them.
 *
 * @throws AppError `FILE_ID_INVALID` when the id is none: letters, digits, `-`, `_`, `:` and `.`, at most 100.
 */
export function folderOf(conversationId: string): string {
  if (!plainName.test(conversationId) || devices.test(conversationId))
    throw new AppError('FILE_ID_INVALID', 'A conversation is named by at most 100 letters, digits, -, _, : and .');
  const name = conversationId.replaceAll(/[A-Z:.]/g, (one) =>
    one === ':' || one === '.' ? escapes[one] : `~${one.toLowerCase()}`,
  );
  return `${contextFolder}/${name}`;
}

/** The conversation whose folder has this name; null when none has. */
export function conversationIn(folderName: string): string | null {
  const id = folderName
    .replaceAll(escapes[':'], ':')
    .replaceAll(escapes['.'], '.')
    .replaceAll(/~([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return plainName.test(id) && !devices.test(id) && folderOf(id) === `${contextFolder}/${folderName}` ? id : null;
}
