import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { success } from '../../../src/protocol/result.ts';
import { type FromView, fromViewSchema } from '../../../src/protocol/viewMessages.ts';
import { connect } from '../../../webview-ui/connection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function connected() {
  const posted: FromView[] = [];
  return { connection: connect((message) => posted.push(fromViewSchema.parse(message))), posted };
}

describe('a connection', () => {
  it('gives each question its own reply, in whatever order they come', async () => {
    const orders = fc.integer({ min: 1, max: 20 }).chain((count) =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, index) => index),
        { minLength: count },
      ),
    );
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { connection, posted } = connected();
        const answers = order.map(() => connection.request('live:status', {}));
        const ids = posted.map((message) => ('id' in message ? message.id : -1));
        for (const index of order) connection.settle(ids[index]!, success(index));
        expect(await Promise.all(answers)).toEqual([...order].sort((a, b) => a - b).map(success));
      }),
    );
  });

  it('settles a question that nobody answers, drops the late reply, and waits for a command that asks the user', async () => {
    const { connection } = connected();
    const answer = connection.request('live:status', {});
    const command = connection.ask({ type: 'command', command: 'liveContext.copyContextAs' });
    await vi.advanceTimersByTimeAsync(60_000);
    for (const id of [1, 2]) connection.settle(id, success('copied'));
    expect(await answer).toMatchObject({ ok: false, error: { code: 'INTERNAL', message: 'No answer within 60 s.' } });
    expect(await command).toEqual(success('copied'));
  });
});
