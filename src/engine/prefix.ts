import type { Sha256 } from '../base/hash.ts';
import type { PrefixState } from '../protocol/assembly.ts';

/** The stable prefix of one assembly, with the block of each piece in it. */
export interface StablePrefix {
  readonly text: string;
  readonly hash: string;
  readonly tokens: number;
  readonly blocks: ReadonlyMap<string, string>;
}

export function prefixOf(
  text: string,
  tokens: number,
  blocks: ReadonlyMap<string, string>,
  sha256: Sha256,
): StablePrefix {
  return { text, tokens, blocks, hash: sha256(text) };
}

/** How a prefix stands to the one delivered before; when it changed, which pieces changed and at which byte. */
export function comparePrefix(now: StablePrefix, before: StablePrefix | undefined): PrefixState {
  const { hash, tokens } = now;
  if (before === undefined) return { hash, tokens, unchanged: false };
  if (before.hash === hash) return { hash, tokens, unchanged: true };
  const ids = [...now.blocks.keys()];
  const common = ids.filter((id) => before.blocks.has(id));
  return {
    hash,
    tokens,
    unchanged: false,
    changed: {
      added: ids.filter((id) => !before.blocks.has(id)),
      removed: [...before.blocks.keys()].filter((id) => !now.blocks.has(id)),
      altered: common.filter((id) => before.blocks.get(id) !== now.blocks.get(id)),
      firstByte: firstDifference(before.text, now.text),
    },
  };
}

/** The first differing byte of two texts in UTF-8. */
function firstDifference(a: string, b: string): number {
  let unit = 0;
  while (unit < a.length && a.charCodeAt(unit) === b.charCodeAt(unit)) unit++;
  let bytes = 0;
  for (const char of a.slice(0, unit)) bytes += utf8Length(char.codePointAt(0) ?? 0);
  return bytes;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
