import type { Flow } from '../flow/flow.js';
import { variableUses } from '../flow/variableUses.js';

/** Two versions of a flow, and what moving chats from one to the other needs to know of them. */
export interface FlowPair {
  readonly old: Flow;
  readonly now: Flow;
  /** The ids of blocks that one of them holds twice. */
  readonly doubled: ReadonlySet<string>;
  /** The ids of the variables that the old one reads. */
  readonly read: ReadonlySet<string>;
  /** The names under which answers are kept that are others now: first those of variables, then titles of groups. */
  readonly renamed: readonly ReadonlyMap<string, string>[];
}

/** Compares two versions of a flow, once for all chats that move. Runs in steps. */
export function* pairFlows(old: Flow, now: Flow): Generator<undefined, FlowPair> {
  const doubled = new Set([...doubledIn(old), ...doubledIn(now)]);
  yield;
  const read = yield* readIn(old);
  const names = old.definition.variables.map(
    ({ id, name }) => [name, now.variable(id)?.name] as const,
  );
  const titles = old.definition.groups.map(
    ({ id, title }) => [title, now.group(id)?.title] as const,
  );
  return { old, now, doubled, read, renamed: [changed(names), changed(titles)] };
}

function doubledIn({ definition }: Flow): string[] {
  const seen = new Set<string>();
  return definition.groups.flatMap(({ blocks }) =>
    blocks.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : [])),
  );
}

/** Of a variable with too many places to list them, it is assumed that one reads it. */
function* readIn({ definition }: Flow): Generator<undefined, ReadonlySet<string>> {
  const uses = yield* variableUses(definition);
  const read = uses.filter(
    ({ places, placeCount }) =>
      placeCount > places.length || places.some(({ use }) => use !== 'SET'),
  );
  return new Set(read.flatMap(({ variableId }) => variableId ?? []));
}

/** The names that changed; of several parts with one name the first counts. */
function changed(
  names: readonly (readonly [was: string, is: string | undefined])[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [was, is = was] of names) if (!found.has(was)) found.set(was, is);
  return found;
}
