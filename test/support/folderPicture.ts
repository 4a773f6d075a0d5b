import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Every file, folder and link below a folder with its content: equal pictures, nothing was touched. */
export function folderPicture(root: string, below = ''): Record<string, string> {
  const picture: Record<string, string> = {};
  for (const name of readdirSync(join(root, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`;
    const stat = lstatSync(join(root, path));
    if (stat.isDirectory()) Object.assign(picture, { [`${path}/`]: 'folder' }, folderPicture(root, path));
    else if (stat.isSymbolicLink()) picture[path] = `link to ${readlinkSync(join(root, path))}`;
    else picture[path] = readFileSync(join(root, path), 'latin1');
  }
  return picture;
}
