import { isJsonRecord, type TurnEvent } from '../engine/index.js';

/** A part of a turn that a visitor, or their client, receives. */
export interface ShownPart {
  readonly kind: 'MESSAGE' | 'INPUT' | 'ACTION' | 'END';
  /** The block that shows it, where one does. */
  readonly blockId?: string;
  /** What it holds, as JSON without ids and secrets: equal where it looks equal. The end of a chat holds nothing. */
  readonly text?: string;
}

/** What a visitor, or their client, receives in a turn. Times, progress, looks and logs are not compared. */
export function shownParts(events: readonly TurnEvent[]): ShownPart[] {
  return events.flatMap((event): ShownPart[] => {
    if (event.kind === 'message') {
      const { id, type, content } = event.message;
      return [{ kind: 'MESSAGE', blockId: id, text: JSON.stringify({ type, content }) }];
    }
    if (event.kind === 'input')
      return [{ kind: 'INPUT', blockId: event.input.id, text: bare(event.input) }];
    if (event.kind === 'action') return [{ kind: 'ACTION', text: bare(event.action) }];
    return event.kind === 'turnEnd' && event.isEnded ? [{ kind: 'END' }] : [];
  });
}

/** JSON without ids, which an author may have replaced, and without the secret of a payment, which is not kept. */
function bare(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) => {
    if (!isJsonRecord(part)) return part;
    return Object.fromEntries(Object.entries(part).filter(([key]) => !UNSEEN.test(key)));
  });
}

const UNSEEN = /^id$|Ids?$|^paymentIntentSecret$/;
