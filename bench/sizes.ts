import { Pool } from 'pg';
import { compare, headOf, openCallers, type Contestant } from './compare.js';
import { benchFlow, ringOf } from './flow.js';
import { sample } from './measure.js';
import { publishBot } from './publishBot.js';
import { openStage, type Later, type Stage } from './stage.js';
import { openTransports } from './transports.js';

const TASK = { operation: 'continueChat', callers: 16, seconds: 15 } as const;
/** The seconds of load on each server before the measurement, until its code is compiled. */
const WARM_UP = 6;
const OLD_TURNS = 1_000;
const [FEW_CHATS, MANY_CHATS] = [1_000, 1_000_000] as const;

/**
 * Shows that a turn costs the same however large the flow, however long the chat and however many chats there are. Two
 * servers differ by chance, so of two servers side by side one is filled, and their ratio is compared before and after.
 */
export async function benchSizes(later: Later): Promise<void> {
  const [few, many] = [await openStage(later), await openStage(later)];
  const { server } = few;
  const [fewId, manyId] = [await publishBot(server), await publishBot(many.server)];
  // The server that is filled gets as much work as the other one does meanwhile.
  await warmUp(restOf('', few, fewId), WARM_UP);
  await warmUp(restOf('', many, manyId), 6 * WARM_UP);
  console.log(headOf());
  const [small, large] = [ringOf(10), ringOf(10_000)];
  await compare(
    [
      restOf('10 groups', few, await publishBot(server, { ...benchFlow, ...small })),
      restOf('10 000 groups', few, await publishBot(server, { ...benchFlow, ...large })),
    ],
    TASK,
  );
  const young = restOf('the first turns of a chat', few, fewId);
  await compare([young, agedBy(OLD_TURNS, young)], TASK);
  await fill(few, fewId, FEW_CHATS);
  await fill(many, manyId, FEW_CHATS);
  const sides = (count: string): Contestant[] => [
    restOf('1 000 chats on the server', few, fewId),
    restOf(`${count} chats`, many, manyId),
  ];
  const before = await compare(sides('1 000'), TASK);
  console.log(`filling ${MANY_CHATS} chats …`);
  await fill(many, manyId, MANY_CHATS);
  const after = await compare(sides('1 000 000'), TASK);
  const [rate, , , cpu] = after.map((ratio, figure) =>
    (ratio / (before[figure] ?? NaN)).toFixed(2),
  );
  console.log(`with 1 000 000 chats instead of 1 000: calls/s × ${rate}, server × ${cpu}`);
}

function restOf(name: string, { server }: Stage, publicId: string): Contestant {
  const [target] = openTransports(server, publicId);
  if (!target) throw new Error('There is no REST transport');
  return { name, target };
}

/** The same with chats that have had a number of turns. */
function agedBy(turns: number, { target }: Contestant): Contestant {
  const openCaller = () => {
    const caller = target.openCaller();
    const start = async (): Promise<void> => {
      await caller.start();
      for (let turn = 1; turn < turns; turn += 1) await caller.continue();
    };
    return { ...caller, start };
  };
  return { name: `after ${turns} turns`, target: { ...target, openCaller } };
}

async function warmUp({ target }: Contestant, seconds: number): Promise<void> {
  const { calls, close } = await openCallers(target, 'continueChat', TASK.callers);
  await sample(calls, seconds);
  close();
}

/** Copies a chat of two turns, with its log, its result and its answers, until there are enough. */
async function fill(stage: Stage, publicId: string, count: number): Promise<void> {
  const { calls, close } = await openCallers(restOf('', stage, publicId).target, 'continueChat', 1);
  await calls[0]?.();
  close();
  const pool = new Pool({ connectionString: stage.database.url });
  try {
    const { rows } = await pool.query<{ id: string; result_id: string }>(
      `select id, result_id from chat_session where turn = 2 order by created_at desc limit 1`,
    );
    const [{ id, result_id: resultId } = { id: '', result_id: '' }] = rows;
    for (const [table, key, from] of [
      ['chat_session', 'id', id],
      ['chat_event', 'session_id', id],
      ['result', 'id', resultId],
      ['answer', 'result_id', resultId],
    ] as const) {
      // Numbered keys with the same distribution as real ones.
      const { rows: columns } = await pool.query<{ name: string }>(
        `select quote_ident(column_name) as name from information_schema.columns
          where table_schema = 'public' and table_name = $1 and column_name <> $2
            and is_generated = 'NEVER' and is_identity = 'NO'`,
        [table, key],
      );
      const others = columns.map(({ name }) => name).join(', ');
      await pool.query(
        `insert into ${table} (${key}, ${others})
          select left(${key}, 4) || md5($2 || ' ' || n), ${others}
          from ${table}, generate_series(1, $2::int) as n where ${key} = $1`,
        [from, count],
      );
    }
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
  } finally {
    await pool.end();
  }
}
