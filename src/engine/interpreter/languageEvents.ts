import { languageIn } from '../translations/inLanguage.js';
import type { TurnEvent } from '../reply/reply.js';
import { topFlow, type TurnState } from './turnState.js';

/** The event with the language in which the bot goes on, from which clients know its direction; none of a flow that is in one language. */
export function languageEvents(turn: TurnState): TurnEvent[] {
  const flow = topFlow(turn);
  const language = flow && languageIn(flow, turn.locale);
  return language === undefined ? [] : [{ kind: 'language', language }];
}
