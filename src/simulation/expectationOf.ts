import type { Expectation, ExpectedText } from '../engine/index.js';
import { itemLabel, saidText } from './chatLines.js';
import type { TestChat } from './runTest.js';

/** What the turn before showed, as it must be. */
export function expectationOf({
  events,
  input,
  session,
}: Pick<TestChat, 'events' | 'input' | 'session'>): Expectation {
  const texts = events.flatMap((event) =>
    event.kind === 'message' ? [expectedText(saidText(event.message))] : [],
  );
  const actions = events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  const items = input?.items?.map((item) => expectedText(itemLabel(item)));
  return {
    ...(texts.length <= MAX_LISTED && { texts }),
    input: input
      ? { kind: input.type, ...(items && items.length <= MAX_LISTED && { items }) }
      : null,
    ...(actions.length > 0 && actions.length <= MAX_LISTED && { actions }),
    ends: session.phase === 'ended',
  };
}

/** What tests may have at most: members of a list, and characters of a text. */
const [MAX_LISTED, MAX_TEXT] = [100, 10_000] as const;

function expectedText(text: string): ExpectedText {
  return text.length <= MAX_TEXT ? text : { like: `${text.slice(0, MAX_TEXT - 1)}*` };
}
