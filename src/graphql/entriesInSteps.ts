import { isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { Failure } from '../errors/errors.js';
import { breathe } from '../eventLoop/steps.js';
import { holdsParts } from '../schema/queryCost.js';

/** Entries completed in one turn of the event loop; each has a few dozen fields at most. */
const AT_ONCE = 100;

/** Entries of a list, at most: handing them out takes about 4 µs each and cannot be interrupted. */
const MOST_ENTRIES = 10_000;

/** Hands out the entries of lists, the later ones as promises: see `openPace`. */
type Pace = <T>(entries: readonly T[]) => (T | Promise<T>)[];

/** The pace of each execution, by its variables: an object that no other execution has. */
const paces = new WeakMap<object, Pace>();

/**
 * Makes lists that hold parts of a document complete in steps. graphql-js completes a list without interruption, and a flow may have ten
 * thousand blocks.
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
  const advice = `at most ${MOST_ENTRIES} of a list are shown; read the document instead`;
  return new Failure('QUERY_TOO_LARGE', `\`${name}\` holds ${length} entries; ${advice}`);
}

/**
 * Opens a pace for all lists of one response: `atOnce` entries in each turn of the event loop, in the order in which they are requested.
 * The first entries are handed out synchronously.
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
