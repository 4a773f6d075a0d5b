import { crc32, deflateRawSync } from 'node:zlib';

export interface RawEntry {
  readonly name: string;
  readonly content: Uint8Array;
  readonly deflate?: boolean;
  /** What is said instead of the truth. */
  readonly size?: number;
  readonly crc?: number;
  /** Unix mode, such as that of a symbolic link. */
  readonly mode?: number;
  readonly flags?: number;
}

/** A zip with exactly these entries (PKWARE APPNOTE 4.3): names, sizes and check sums are written as they are given. */
export function rawZip(entries: readonly RawEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = entry.deflate === true ? deflateRawSync(entry.content) : Buffer.from(entry.content);
    const common = commonFields(entry, data.length, name.length);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name, data]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    central.writeUInt32LE(offset, 10);
    centrals.push(Buffer.from('504b01021403', 'hex'), common, central, name);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** What local and central headers share: from the version that is needed to the length of the extra field. */
function commonFields({ content, deflate, size, crc, flags }: RawEntry, stored: number, nameLength: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(flags ?? 0x800, 2);
  fields.writeUInt16LE(deflate === true ? 8 : 0, 4);
  fields.writeUInt16LE(0x5b49, 8);
  fields.writeUInt32LE(crc ?? crc32(content), 10);
  fields.writeUInt32LE(stored, 14);
  fields.writeUInt32LE(size ?? content.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}
