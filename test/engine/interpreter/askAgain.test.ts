import { expect, test } from '@jest/globals';
import { askAgain } from '../../../src/engine/interpreter/askAgain.js';
import { seededEnv } from '../../../src/engine/interpreter/env.js';
import { newSession } from '../../support/chat.js';
import { ask, flowOf, say, type BlockSketch } from '../../support/flowOf.js';

/** The inputs that are asked of a chat which rests at the first block. */
function askedOf(block: BlockSketch, at: object | null = { waitsFor: 'user' }): unknown[] {
  const flow = flowOf({ groups: { Start: [block, ask('number input')] } });
  const place = at && { groupId: 'Start', index: 0, blockId: 'Start.1', ...at };
  const session = Object.assign(newSession(flow), {
    phase: 'running',
    ...(place && { at: place }),
  });
  const before = JSON.stringify(session);
  const events = askAgain(() => flow, session, seededEnv({ now: 0, seed: '1' }));
  expect(JSON.stringify(session)).toBe(before);
  return events.map((event) => (event.kind === 'input' ? event.input.type : event.kind));
}

test('an input at which a chat waits is asked again as it is', () => {
  expect(askedOf(ask('text input'))).toEqual(['text input']);
});

test('a preview that waits for a person is asked again how that ends', () => {
  expect(askedOf({ type: 'Human handover' }, { waitsFor: 'agent' })).toEqual(['choice input']);
});

test('nothing is asked of a chat that waits for its client, or for nothing', () => {
  expect(askedOf(ask('text input'), { waitsFor: 'client' })).toEqual([]);
  expect(askedOf(ask('text input'), null)).toEqual([]);
});

test('nothing is asked where asking takes an effect, or where the block asks no more', () => {
  const paying = {
    type: 'payment input',
    options: { amount: '1', currency: 'EUR', credentialsId: 'c' },
  };
  expect(askedOf(paying)).toEqual([]);
  expect(askedOf(say('Hello'))).toEqual([]);
});
