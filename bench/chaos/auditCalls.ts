import { sentencesOf } from './faults.js';
import { numbersIn, type Call } from './shop.js';

/** The reply to a visitor's message in the flow of the shop. */
export interface Told {
  readonly reply: string;
  /** How often the message was sent until it was served: all attempts but the last broke off. */
  readonly tries: number;
}

/** The outcome of the calls of all turns. */
export interface CallAudit {
  /** As a sentence. */
  readonly seen: string;
  /** Turns that continued with a result that an earlier attempt had stored. */
  readonly wentOn: number;
  readonly broken: readonly string[];
}

/**
 * Compares the requests to the shop with the replies to visitors, by the visitor's message. A request to ship shows
 * that the response to the order of the same turn is stored: from then on the turn may not order again. A call may be
 * repeated only when an attempt broke off before its response was stored, so never more often than the turn was
 * attempted; and always with the same key.
 */
export function auditCalls(calls: readonly Call[], told: ReadonlyMap<string, Told>): CallAudit {
  const bySaid = groupBy(calls, ({ said }) => said);
  const turns = [...told].map(([said, one]) => compare(bySaid.get(said) ?? [], one));
  const count = (is: (turn: Turn) => boolean): number => turns.filter(is).length;
  const again = turns.reduce((sum, turn) => sum + turn.again, 0);
  const wentOn = count((turn) => turn.hasGoneOn);
  const unread = count((turn) => turn.isUnread);
  return {
    seen:
      `${calls.length} calls for ${told.size} answers, ${again} with a key that was sent before ` +
      `(of attempts that broke off before the result was stored), ${wentOn} turns continued with a stored result, ` +
      `${unread} were not told a number, since the server stopped the code that reads it`,
    wentOn,
    broken: sentencesOf([
      [count((turn) => !turn.isTrue), 'visitors got other numbers than the service had assigned'],
      [count((turn) => turn.isAskedAnew), 'turns repeated a call whose result was stored'],
      [
        count((turn) => turn.isUnexplained),
        'turns made the same call more often than attempts broke off',
      ],
      [count((turn) => !turn.isKeyed), 'turns did not keep one key for each call'],
      [mixedKeys(calls), 'keys came with different calls'],
    ]),
  };
}

/** The outcome of one turn. */
interface Turn {
  readonly again: number;
  readonly hasGoneOn: boolean;
  readonly isTrue: boolean;
  readonly isUnread: boolean;
  readonly isAskedAnew: boolean;
  readonly isUnexplained: boolean;
  readonly isKeyed: boolean;
}

function compare(calls: readonly Call[], { reply, tries }: Told): Turn {
  const [orders, shipments] = ['order', 'ship'].map((step) =>
    calls.filter((call) => call.step === step),
  );
  const [ordered, shipped] = [orders?.at(-1), shipments?.at(-1)];
  const [order, shipment] = numbersIn(reply) ?? [];
  if (!orders || !shipments || !ordered || !shipped) return NEVER_ASKED;
  const mayLack = reply.includes(STOPPED);
  const isToldOf = ({ number }: Call, numberTold: string | undefined): boolean =>
    numberTold === String(number) || (mayLack && numberTold === '');
  return {
    again: calls.length - 2,
    hasGoneOn: orders.length === 1 && shipments.length > 1,
    isTrue:
      isToldOf(ordered, order) &&
      isToldOf(shipped, shipment) &&
      shipments.every((call) => call.order === order),
    isUnread: mayLack,
    isAskedAnew: orders.some(({ number }) => number > (shipments[0]?.number ?? 0)),
    isUnexplained: Math.max(orders.length, shipments.length) > tries,
    isKeyed: new Set(calls.map(({ key }) => key)).size === 2 && ordered.key !== shipped.key,
  };
}

/**
 * In the logs of a reply: a machine that is too busy stops the code that reads a number from a response. Then the flow goes on without
 * the number, as flows do.
 */
const STOPPED = 'Inline code was stopped';

const NEVER_ASKED: Turn = {
  again: 0,
  hasGoneOn: false,
  isTrue: false,
  isUnread: false,
  isAskedAnew: false,
  isUnexplained: false,
  isKeyed: true,
};

function mixedKeys(calls: readonly Call[]): number {
  const byKey = groupBy(calls, ({ key }) => key);
  const names = ({ step, said }: Call): string => `${step} ${said}`;
  return [...byKey.values()].filter((some) => new Set(some.map(names)).size > 1).length;
}

function groupBy(calls: readonly Call[], nameOf: (call: Call) => string): Map<string, Call[]> {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(nameOf(call));
    if (group) group.push(call);
    else groups.set(nameOf(call), [call]);
  }
  return groups;
}
