import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diskReason, readDiskReason } from '../../../src/vscode/tracking/diskEvent.ts';

const refName = fc.stringMatching(/^[A-Za-z0-9._/-]+$/);

test('what changed many documents together can be told in any language, though it is kept in English', () => {
  const event = fc.oneof(fc.record({ from: refName, to: refName }), fc.record({ files: fc.nat() }));
  fc.assert(
    fc.property(event, (one) => {
      expect(readDiskReason(diskReason(one))).toEqual(one);
    }),
  );
  expect(readDiskReason('an agent ran a formatter')).toBeNull();
});
