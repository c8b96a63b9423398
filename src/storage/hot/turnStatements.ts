import type { QueryConfig } from 'pg';

/**
 * The arguments of `write_turn_2` in their order, under the names that `write_turns_2` reads (both in `migrations/0048-shard-keys.sql`).
 */
export const ARGUMENTS = [
  ...(['shard_key', 'session', 'turn', 'fence', 'state', 'is_ended', 'at'] as const),
  ...(['first', 'last', 'events', 'passed'] as const),
  ...(['answer', 'answer_result', 'block', 'group', 'variable', 'content'] as const),
  ...(['result', 'bot', 'flow', 'variables', 'has_started', 'is_completed', 'is_new'] as const),
  ...(['chat_bot', 'chat_result', 'is_preview', 'origins', 'reply', 'more'] as const),
] as const;

/** The name of an argument of the functions that write turns. */
export type ArgumentName = (typeof ARGUMENTS)[number] | 'trace' | 'replay';

/** Absent arguments are null; JSON arguments are texts. */
export type TurnArguments = Readonly<
  Partial<Record<ArgumentName, string | number | boolean | null | undefined>>
>;

/** The parameters of a function with so many arguments after those of `write_turn_2`. */
const places = (more: number) =>
  Array.from({ length: ARGUMENTS.length + more }, (_, place) => `$${place + 1}`).join(', ');

/** Writes one turn. Not a bare function call: Citus plans such a call again each time, to see whether another node can run it. */
export const ALONE = {
  name: 'turn_write',
  text: `select write_turn_2(${places(0)}) is true as written`,
};

/** Writes several turns. */
const TOGETHER = {
  name: 'turns_write',
  text: 'select (write_turns_2($1))[:] as written',
};

/** Functions of their own (`migrations/0053-chat-traces.sql`), so that turns without a trace are written as before. */
const TRACED_ALONE = {
  name: 'traced_turn_write',
  text: `select write_traced_turn_1(${places(1)}) is true as written`,
};
const TRACED_TOGETHER = {
  name: 'traced_turns_write',
  text: 'select (write_traced_turns_1($1))[:] as written',
};

/** The same for turns that can be run again (`migrations/0080-replays.sql`). */
const REPLAYED_ALONE = {
  name: 'replayed_turn_write',
  text: `select write_replayed_turn_1(${places(2)}) is true as written`,
};
const REPLAYED_TOGETHER = {
  name: 'replayed_turns_write',
  text: 'select (write_replayed_turns_1($1))[:] as written',
};

const ATTENDED = {
  name: 'turn_write_attended',
  text: `select (write_turn_of_desk_2(${places(2)}))::text as "workspaceId"`,
};
const REPLAYED_ATTENDED = {
  name: 'replayed_turn_write_attended',
  text: `select (write_turn_of_desk_3(${places(3)}))::text as "workspaceId"`,
};

/** The statement that writes a turn with its trace, or with what running it again needs. */
export function observedAlone(plain: unknown[], { trace, replay }: TurnArguments): QueryConfig {
  return replay === undefined
    ? { ...TRACED_ALONE, values: [...plain, trace] }
    : { ...REPLAYED_ALONE, values: [...plain, trace ?? null, replay] };
}

/** The statement that writes several turns, with what any of them has. */
export function together(turns: readonly TurnArguments[]): typeof TOGETHER {
  let isAnyTraced = false;
  for (const { trace, replay } of turns) {
    if (replay !== undefined) return REPLAYED_TOGETHER;
    isAnyTraced ||= trace !== undefined;
  }
  return isAnyTraced ? TRACED_TOGETHER : TOGETHER;
}

/** The statement that writes a turn of a chat of the inbox, and its row there. */
export function attended(
  plain: unknown[],
  {
    desk,
    trace = null,
    replay,
  }: Pick<TurnArguments, 'trace' | 'replay'> & { readonly desk: string },
): QueryConfig {
  const values = [...plain, desk, trace];
  return replay === undefined
    ? { ...ATTENDED, values }
    : { ...REPLAYED_ATTENDED, values: [...values, replay] };
}
