import type { Disposable } from '../../base/disposable.ts';
import type { FileSystem } from '../../base/fileSystem.ts';
import type { Sha256 } from '../../base/hash.ts';

/** What differs between the desktop and the browser. */
export interface Platform {
  readonly sha256: Sha256;
  /** Files below a folder of ours; the folder is made at the first write. */
  files(root: import('vscode').Uri): FileSystem;
  /** A log file that lines are added to; it starts anew when it gets too long. */
  logFile(root: import('vscode').Uri, name: string): LogFile;
}

export interface LogFile extends Disposable {
  write(line: string): void;
}
