import { describe, expect, test } from '@jest/globals';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import type { ChatPorts } from '../../src/chat/ports.js';
import { run } from '../../src/chat/run.js';
import { newSession } from '../support/chat.js';
import { flowOf } from '../support/flowOf.js';
import { linesOf } from '../support/lines.js';

const code = { type: 'Set variable', options: { variableId: 'vX', expressionToEvaluate: '1 + 1' } };
const again = { type: 'Jump', options: { groupId: 'Loop' } };
const flow = flowOf({ variables: { X: 'x' }, groups: { Loop: [code, again] } });

/** Plays a flow that asks without end, on a clock that goes on by `pace` with every look at it. */
async function linesAt(pace: number): Promise<{ lines: string[]; asks: number }> {
  let now = 0;
  let asks = 0;
  const ports: Pick<ChatPorts, 'flows' | 'handleEffect' | 'now'> = {
    flows: { load: () => Promise.resolve(flow) } as unknown as ChatPorts['flows'], // Only `load` is used.
    now: () => (now += pace),
    handleEffect: () => {
      asks += 1;
      return Promise.resolve({ ok: true, value: 2 });
    },
  };
  const turn = await run(ports as ChatPorts, {
    sessionId: 'chat',
    turn: 1,
    firstSeq: 1,
    session: newSession(flow),
    input: { type: 'start' },
    journal: openUnleasedJournal(() => 0, 'chat'),
  });
  return { lines: linesOf(turn.events), asks };
}

describe('a turn that asks without end', () => {
  test('is ended after fifty asks, and says so', async () => {
    const { lines, asks } = await linesAt(0);
    expect(asks).toBe(50);
    expect(lines).toEqual([
      'log: error: Stopped after 101 blocks in one turn: it asked the outside more than 50 times',
    ]);
  });

  test('is ended after a minute, and says so', async () => {
    const { lines, asks } = await linesAt(10_000);
    expect(asks).toBeLessThan(10);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/blocks in one turn: it took longer than 60 seconds$/);
  });
});
