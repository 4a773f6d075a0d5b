import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js';

/**
 * What is used of the library, so that nothing else of it is shipped; it is loaded when it is first needed. It has no compression of its
 * own: every VS Code that is supported has the platform's `CompressionStream`.
 */
export {
  Reader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  Writer,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-custom.js';

// An extension host has no workers.
configure({ useWebWorkers: false });
