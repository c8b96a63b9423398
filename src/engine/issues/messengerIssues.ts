import { recordsIn } from '../documents/jsonRecord.js';
import type { LocatedBlock } from '../flow/flow.js';
import type { FoundIssue } from './foundIssue.js';
import { isOpenChoice } from './wayIssues.js';

/** What messengers show: buttons, rows in a list, and characters of the text of either. */
const [MOST_BUTTONS, MOST_ROWS, MOST_LABEL, MOST_ROW] = [3, 10, 20, 24];

/** What a messenger shows otherwise than a page does, of a question whose choices are known. */
export function* messengerIssues(place: LocatedBlock): Generator<FoundIssue> {
  const { type, items } = place.block;
  if (type !== 'choice input' || isOpenChoice(place.block)) return;
  const choices = recordsIn(items);
  if (choices.length > MOST_ROWS)
    yield { code: 'MESSENGER_CHOICES_MANY', place, about: String(choices.length) };
  const most = choices.length > MOST_BUTTONS ? MOST_ROW : MOST_LABEL;
  for (const { id, content } of choices)
    if (typeof id === 'string' && typeof content === 'string' && content.length > most)
      yield { code: 'MESSENGER_LABEL_LONG', place, itemId: id, about: content };
}
