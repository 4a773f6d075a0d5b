/** One picture of a moving one: a whole still WebP, and how long it is shown, ms. */
export interface Frame {
  readonly webp: Buffer;
  readonly ms: number;
}

/** A WebP of moving pictures, which begins anew at its end (https://developers.google.com/speed/webp/docs/riff_container). */
export function moving(frames: readonly Frame[], width: number, height: number): Buffer {
  const size = [...bytes24(width - 1), ...bytes24(height - 1)];
  const hasAnimation = 0b10;
  const header = chunk('VP8X', Buffer.from([hasAnimation, 0, 0, 0, ...size]));
  const black = [0, 0, 0, 255];
  const forEver = [0, 0];
  const animation = chunk('ANIM', Buffer.from([...black, ...forEver]));
  const origin = [...bytes24(0), ...bytes24(0)];
  const noBlending = 0b10;
  const shown = frames.map(({ webp, ms }) =>
    chunk('ANMF', Buffer.concat([Buffer.from([...origin, ...size, ...bytes24(ms), noBlending]), imageOf(webp)])),
  );
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), header, animation, ...shown]));
}

/** The chunk with the image of a still WebP. */
function imageOf(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length; ) {
    const name = webp.toString('latin1', at, at + 4);
    const end = at + 8 + webp.readUInt32LE(at + 4);
    if (name === 'VP8 ' || name === 'VP8L') return webp.subarray(at, end + (end % 2));
    at = end + (end % 2);
  }
  throw new RangeError('Not a WebP with an image');
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function bytes24(value: number): number[] {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255];
}
