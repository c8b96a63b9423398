import { isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { Failure } from '../errors/errors.js';
import { breathe } from '../eventLoop/steps.js';
import { holdsParts } from '../schema/queryCost.js';

/** The number of entries that are completed in one turn of the event loop; each has some dozen fields at most. */
const AT_ONCE = 100;

/** The longest list that is shown: to hand one out takes about 4 µs an entry, in one go. */
const MOST_ENTRIES = 10_000;

/** Hands out the entries of lists, those beyond the first as promises: see `openPace`. */
type Pace = <T>(entries: readonly T[]) => (T | Promise<T>)[];

/** By the variables of an execution: an object that no other has. */
const paces = new WeakMap<object, Pace>();

/**
 * Has the lists that hold parts of a document completed in steps: graphql-js completes a list in one go, and a flow may
 * hold ten thousand blocks.
 */
export function completeInSteps(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type)) Object.values(type.getFields()).filter(holdsParts).forEach(paceList);
  }
}

function paceList(field: GraphQLField<unknown, unknown>): void {
  const { resolve } = field;
  if (!resolve) return;
  field.resolve = (...call) => {
    const [, , , { variableValues }] = call;
    const list: unknown = resolve(...call);
    if (!Array.isArray(list)) return list;
    if (list.length > MOST_ENTRIES) throw tooLong(field.name, list.length);
    const pace = paces.get(variableValues) ?? openPace(AT_ONCE);
    paces.set(variableValues, pace);
    return pace<unknown>(list);
  };
}

function tooLong(name: string, length: number): Failure {
  const most = `at most ${MOST_ENTRIES} of a list are shown; read the document instead`;
  return new Failure('QUERY_TOO_LARGE', `\`${name}\` holds ${length} entries; ${most}`);
}

/**
 * A pace that all lists of one answer share: `atOnce` entries in each turn of the event loop, in the order of the requests. The
 * entries of the first turn are handed out at once.
 */
export function openPace(atOnce: number): Pace {
  let left = atOnce;
  let turn: Promise<void> | undefined;
  return (entries) =>
    entries.map((entry) => {
      if (left === 0) {
        turn = (turn ?? Promise.resolve()).then(breathe);
        left = atOnce;
      }
      left -= 1;
      return turn ? turn.then(() => entry) : entry;
    });
}
