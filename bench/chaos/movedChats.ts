import { z } from 'zod';
import { comparedWith } from './ledger.js';

/** A bot that changes while people chat. */
export interface FlightBot {
  readonly botId: string;
  readonly publicId: string;
  /** The version with which all chats begin; the other one has the number 2. */
  readonly firstVersionId: string;
  readonly policy: 'FINISH_ON_OLD' | 'MOVE_AT_NEXT_INPUT' | 'MOVE_NOW_OR_END';
}

/** A chat with such a bot. */
export interface FlightChat {
  readonly number: number;
  readonly sessionId: string;
  readonly botId: string;
  /** The acknowledged messages. */
  readonly said: string[];
  /** How many there were before each round, in which every open chat gets one. */
  readonly rounds: number[];
  /** The kind of input that it awaits; undefined once it has ended. */
  awaits: string | undefined;
}

/** What the dry run says of the open chats of a bot. */
export interface Plan {
  readonly open: number;
  readonly unaffected: number;
  readonly moving: number;
  readonly reasons: readonly { readonly message: string; readonly chats: number }[];
}

/** What the log of a chat and its row tell. */
export interface Flown {
  readonly lost: number;
  readonly doubled: number;
  /** The moves, and the end because it could not move, each with the number of messages before. */
  readonly moves: readonly { readonly after: number; readonly version: number }[];
  readonly end: { readonly after: number; readonly why: string } | undefined;
  readonly isEnded: boolean;
  /** The number of the version that it runs. */
  readonly runs: number | undefined;
}

/** Runs a statement. */
type Query = (sql: string) => Promise<unknown[]>;

/** Reads what became of all chats, by session. */
export async function readFlown(
  query: Query,
  chats: readonly FlightChat[],
): Promise<ReadonlyMap<string, Flown>> {
  const logs = new Map<string, Logged[]>();
  for (const { id, events } of logSchema.parse(await query(LOGS))) {
    logs.set(id, [...(logs.get(id) ?? []), ...events]);
  }
  const rows = rowsSchema.parse(await query(ROWS));
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    chats.map(({ sessionId, said }) => {
      const row = rowOf.get(sessionId);
      const log = logs.get(sessionId) ?? [];
      return [
        sessionId,
        { ...flownOf(log, said), isEnded: row?.ended === true, runs: row?.runs ?? undefined },
      ];
    }),
  );
}

const eventSchema = z.object({
  kind: z.string(),
  text: z.unknown().optional(),
  version: z.number().optional(),
  log: z.object({ description: z.string() }).optional(),
});
type Logged = z.infer<typeof eventSchema>;
const logSchema = z.array(z.object({ id: z.string(), events: z.array(eventSchema) }));
const rowsSchema = z.array(
  z.object({ id: z.string(), ended: z.boolean(), runs: z.number().nullable() }),
);

const LOGS = `select session_id as id, events from chat_event order by session_id, first_seq`;
const ROWS = `select chat.id, is_ended as ended, version.number as runs from chat_session chat
  left join bot_version version on version.bot_id = chat.bot_id and version.flow_id = chat.state #>> '{stack,0,flowId}'`;

const ENDED = /^Ended, since it cannot go on with version \d+: /;

function flownOf(log: readonly Logged[], said: readonly string[]): Omit<Flown, 'isEnded' | 'runs'> {
  const heard: string[] = [];
  const moves: { after: number; version: number }[] = [];
  let end: Flown['end'];
  for (const { kind, text, version = 0, log: entry } of log) {
    if (kind === 'heard') heard.push(String(text));
    if (kind === 'moved') moves.push({ after: heard.length, version });
    const why = entry?.description ?? '';
    if (ENDED.test(why)) end = { after: heard.length - 1, why: why.replace(ENDED, '') };
  }
  const { lost, doubled } = comparedWith(said, heard);
  return { lost, doubled, moves, end };
}

/** Whether the policy of its bot allows what became of a chat, after its bot changed and changed back. */
export function isAllowed(
  policy: FlightBot['policy'],
  { moves, end, isEnded, runs }: Flown,
): boolean {
  const path = moves.map(({ version }) => version).join();
  if (!['', '2', '2,1'].includes(path) || isEnded !== (end !== undefined)) return false;
  if (!isEnded && runs !== (moves.at(-1)?.version ?? 1)) return false;
  if (policy === 'FINISH_ON_OLD') return path === '' && !end;
  return policy === 'MOVE_AT_NEXT_INPUT' ? !end : isEnded || runs === 1;
}

/** How what happened to the chats of a bot in a round differs from its plan, as sentences. */
export function differences(
  {
    plan,
    policy,
    round,
  }: { readonly plan: Plan; readonly policy: FlightBot['policy']; readonly round: number },
  chats: readonly (readonly [FlightChat, Flown])[],
): string[] {
  const inRound = chats.filter(([chat]) => chat.rounds.length > round);
  const moved = inRound.filter(([{ rounds }, { moves }]) =>
    moves.some(({ after }) => after === rounds[round]),
  );
  const ended = inRound.flatMap(([{ rounds }, { end }]) =>
    end && end.after === rounds[round] ? [end] : [],
  );
  const stuck = plan.open - plan.unaffected - plan.moving;
  const expected =
    policy === 'FINISH_ON_OLD' ? [0, 0] : [plan.moving, policy === 'MOVE_NOW_OR_END' ? stuck : 0];
  const wrong = plan.reasons.filter(
    ({ message, chats: count }) =>
      policy === 'MOVE_NOW_OR_END' &&
      ended.filter(({ why }) => `${why}; `.startsWith(`${message}; `)).length !== count,
  );
  return [
    ...differing('open', plan.open, inRound.length),
    ...differing('moving', expected[0], moved.length),
    ...differing('ending', expected[1], ended.length),
    ...wrong.map(({ message, chats: count }) => `a plan says ${count} of "${message}"`),
  ];
}

function differing(what: string, planned: number | undefined, seen: number): string[] {
  return planned === seen ? [] : [`a plan says ${planned} ${what}, and it was ${seen}`];
}
