import type { TurnEvent } from '../engine/index.js';
import type { ReplayInput, ReplayStart } from '../schema/chatReplay.js';
import type { KeptChat } from './replayChat.js';

/** An event of the log of a chat. */
interface Logged {
  readonly turn: number;
  readonly at: Date;
  readonly event: TurnEvent;
}

/**
 * A chat of which only the log was kept: the texts of its visitor are known, but neither what was filled in when it began nor what services
 * answered.
 */
export function loggedChat(
  sessionId: string,
  start: ReplayStart,
  events: readonly Logged[],
): KeptChat {
  const turns = new Map<number, { readonly at: number; readonly events: TurnEvent[] }>();
  for (const { turn, at, event } of events) {
    const known = turns.get(turn);
    if (known) known.events.push(event);
    else turns.set(turn, { at: at.getTime(), events: [event] });
  }
  let isPaused = false;
  const taken = [...turns].map(([turn, { at, events: shown }], index) => {
    const status = shown.find((event) => event.kind === 'status')?.status;
    const wasPaused = isPaused;
    if (status !== undefined) isPaused = status === 'PAUSED';
    const isOfPeople = turn === 0 || (status === undefined ? wasPaused : status !== 'OPEN');
    const input = isOfPeople ? undefined : inputOf(shown, { isFirst: index === 0, status });
    const record = { beganAt: at, ...(input && { input }), ...(index === 0 && { start }) };
    return { turn, record, events: shown };
  });
  return { sessionId, turns: taken };
}

function inputOf(
  events: readonly TurnEvent[],
  { isFirst, status }: { readonly isFirst: boolean; readonly status: string | undefined },
): ReplayInput {
  if (status === 'OPEN') return { type: 'handback', exit: 'back' };
  const received = events.find((event) => event.kind === 'heard');
  const message = received && {
    text: received.text,
    ...(received.attachedFileUrls && { attachedFileUrls: received.attachedFileUrls }),
  };
  return { type: isFirst ? 'start' : 'message', message };
}
