/**
 * The globals that Node, browsers and workers share; the core is compiled without any of their
 * type libraries.
 */
declare const TextEncoder: new () => {
  encode(text: string): Uint8Array;
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number };
};
declare const TextDecoder: new (
  label: 'utf-8' | 'utf-16le' | 'utf-16be',
  options?: { ignoreBOM: boolean; fatal?: boolean },
) => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };
declare const atob: (base64: string) => string;
declare const btoa: (bytes: string) => string;
