import { expect, test } from '@jest/globals';
import type { InputKind, MessageKind } from '../../packages/client/src/index.js';
import { INPUTS, type BubbleType, type InputType } from '../../src/engine/index.js';
import { inputKinds } from '../support/inputKinds.js';

/** `true` if the first list contains every kind of the second; otherwise a text for the error of the compiler. */
type Has<Listed extends string, Wanted extends string, Advice extends string> = [
  Exclude<Wanted, Listed>,
] extends [never]
  ? true
  : `${Advice} "${Exclude<Wanted, Listed>}"`;

/** Checked by the compiler: the client package names exactly the kinds of the server. */
type Messages = BubbleType | 'custom-embed';
const named: [
  Has<InputKind, InputType, 'InputKind of packages/client/src/chat.ts lacks'>,
  Has<InputType, InputKind, 'InputKind of packages/client/src/chat.ts has what no block is:'>,
  Has<MessageKind, Messages, 'MessageKind of packages/client/src/chat.ts lacks'>,
  Has<Messages, MessageKind, 'MessageKind of packages/client/src/chat.ts has what no block is:'>,
] = [true, true, true, true];

test('a visitor in a browser answers every kind of input', () => {
  expect(named).not.toContain(false);
  const tried = Object.values(inputKinds).map(({ block }) => block.type);
  // Payments need a fake of their vendor, so they are in test/chatPage/kindsOfPayment.test.ts.
  const missing = INPUTS.map(({ type }) => type).filter(
    (type) => type !== 'payment input' && !tried.includes(type),
  );
  expect(
    missing.map((type) => `test/support/inputKinds.ts: say how "${type}" is answered`),
  ).toEqual([]);
});
