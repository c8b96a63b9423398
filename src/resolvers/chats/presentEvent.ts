import type { RequestFacts } from '../../context/context.js';
import { withoutDetails, type TurnEvent } from '../../engine/index.js';
import type { ChatEvent, PassingEvent } from '../../schema/chatEvent.js';
import type { SeenEvent } from '../../storage/tail.js';

/** Whether a watcher of a chat counts as its visitor: the pages of visitors send no token, and agents are signed in. */
export function isVisitor({
  authorization,
  cookie,
}: Pick<RequestFacts, 'authorization' | 'cookie'>): boolean {
  return authorization === undefined && cookie === undefined;
}

/** An event in the shape that its GraphQL type resolves: number and members of its kind, side by side. */
export type ChatEventShown = Pick<ChatEvent, 'seq' | 'turn' | 'at' | 'document'> &
  (TurnEvent | PassingEvent);

/** Converts an event for clients: its parts as fields, and the whole as `document`. */
export function presentEvent({ seq, turn, at, event: kept }: SeenEvent): ChatEventShown {
  const event = forVisitors(kept);
  const document = { seq, turn, at: at.toISOString(), ...event };
  return { ...event, seq, turn, at, document };
}

/** What visitors may see of an event: neither details of logs nor the ids of agents. */
function forVisitors(event: SeenEvent['event']): SeenEvent['event'] {
  if (event.kind === 'log') return withoutDetails(event);
  if (!('agent' in event)) return event;
  const { agent, ...shown } = event;
  return { ...shown, ...(agent?.name && { agentName: agent.name }) };
}
