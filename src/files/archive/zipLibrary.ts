import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js';

/**
 * The used part of the library, loaded when first needed. It brings no compression: every supported
 * VS Code has the platform's `CompressionStream`.
 */
export {
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-custom.js';

// An extension host has no workers.
configure({ useWebWorkers: false });
