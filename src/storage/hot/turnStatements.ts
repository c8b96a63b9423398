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
const TOGETHER = { name: 'turns_write', text: 'select (write_turns_2($1))[:] as written' };

/** Functions of their own (`migrations/0092-packed-traces.sql`), so that turns of which nothing is noted are written as before. */
const NOTED_ALONE = {
  name: 'noted_turn_write',
  text: `select write_turn_noted_1(${places(2)}) is true as written`,
};
const NOTED_TOGETHER = {
  name: 'noted_turns_write',
  text: 'select (write_turns_noted_1($1, $2))[:] as written',
};

const ATTENDED = {
  name: 'turn_write_attended',
  text: `select (write_turn_of_desk_2(${places(2)}))::text as "workspaceId"`,
};
const NOTED_ATTENDED = {
  name: 'noted_turn_write_attended',
  text: `select (write_turn_of_desk_4(${places(3)}))::text as "workspaceId"`,
};

/** What is noted of a turn: its trace, and what running it again needs. */
type Noted = Pick<TurnArguments, 'trace' | 'replay'>;

/** Whether a turn has a trace, or something that running it again needs. */
function isNoted({ trace, replay }: Noted): boolean {
  return trace !== undefined || replay !== undefined;
}

/** The statement that writes a turn with what was noted of it. */
export function notedAlone(
  plain: unknown[],
  { trace = null, replay = null }: TurnArguments,
): QueryConfig {
  return { ...NOTED_ALONE, values: [...plain, trace, replay] };
}

/** The statement that writes several turns, of which `texts` are the JSON, with what was noted of any of them. */
export function together(turns: readonly TurnArguments[], texts: readonly string[]): QueryConfig {
  const all = `[${texts.join(',')}]`;
  const noted = turns.flatMap((values, index) =>
    isNoted(values) ? [notedRow(values, index + 1)] : [],
  );
  return noted.length > 0
    ? { ...NOTED_TOGETHER, values: [all, JSON.stringify(noted)] }
    : { ...TOGETHER, values: [all] };
}

/** Texts of JSON are texts in it, so that PostgreSQL does not read them. */
function notedRow(values: TurnArguments, place: number): TurnArguments & { place: number } {
  const { shard_key, session, turn, at, chat_bot, trace, replay } = values;
  return { place, shard_key, session, turn, at, chat_bot, trace, replay };
}

/** The statement that writes a turn of a chat of the inbox, and its row there. */
export function attended(
  plain: unknown[],
  { desk, ...noted }: Noted & { readonly desk: string },
): QueryConfig {
  const { trace = null, replay = null } = noted;
  return isNoted(noted)
    ? { ...NOTED_ATTENDED, values: [...plain, desk, trace, replay] }
    : { ...ATTENDED, values: [...plain, desk, null] };
}
