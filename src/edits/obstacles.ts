import { AppError } from '../base/appError.ts';
import type { EditObstacle } from '../base/ports/workspace.ts';

const obstacles: Readonly<Record<EditObstacle, AppError>> = {
  missing: new AppError('DOCUMENT_MISSING', 'the document does not exist or cannot be opened'),
  exists: new AppError('EDIT_FILE_EXISTS', 'there is a file or folder of this name already'),
  link: new AppError('DOCUMENT_OUTSIDE', 'a folder of the path is a symbolic link, which may lead out of the project'),
  readOnly: new AppError('DOCUMENT_READ_ONLY', 'the document is read-only'),
  encoding: new AppError(
    'DOCUMENT_NOT_TEXT',
    'the file is not in UTF-8, and some of its characters would be lost: ask the developer to reopen it with its encoding',
  ),
  untrusted: new AppError('EDIT_UNTRUSTED', 'nothing is edited in Restricted Mode'),
};

/** What stands in the way of an edit, in words for whoever asked for it. */
export function obstacleError(obstacle: EditObstacle): AppError {
  return obstacles[obstacle];
}
