import { z } from 'zod';
import { createDatabase } from '../database.js';
import { spreadOf } from '../measure.js';
import { publishBot } from '../publishBot.js';
import { sentencesOf } from './faults.js';
import { startTwo } from './phoenix.js';
import { memberOf, request, startChat } from './request.js';
import type { Outcome, Trial } from './trial.js';

/** The number of concurrent messages. */
const CALLERS = 64;

/** Many callers continue one chat at the same moment, over two servers. */
export const sameTurn: Trial = {
  name: 'same-turn',
  promise: `${CALLERS} continue one chat at once: with expectedTurn one is served, without all are, one after another`,
  async run(ground) {
    const { later, isQuick, say } = ground;
    const database = await createDatabase();
    later(database.drop);
    const servers = await startTwo(database.url, {}, later);
    const publicId = await publishBot(servers[0].now());
    const stage = { ports: servers.map(({ port }) => port), publicId };
    const rounds: Round[] = [];
    const count = isQuick ? 3 : 25;
    for (let round = 0; round < count; round += 1) {
      rounds.push(await continueAtOnce(stage, 1), await continueAtOnce(stage, undefined));
      if (round % 10 === 9) say(`${round + 1} of ${count} rounds`);
    }
    return outcomeOf(rounds);
  },
};

interface Stage {
  readonly ports: readonly number[];
  readonly publicId: string;
}

/** The outcome for one chat. */
interface Round {
  readonly isExpecting: boolean;
  /** The numbers of served messages, of those refused because another was first, and of other outcomes. */
  readonly served: number;
  readonly conflicts: number;
  readonly others: readonly string[];
  /** Whether the log holds what was served, each message once, numbered without a gap. */
  readonly isWhole: boolean;
  /** Milliseconds until all had their replies. */
  readonly took: number;
}

async function continueAtOnce(
  { ports, publicId }: Stage,
  expectedTurn: number | undefined,
): Promise<Round> {
  const [port = 0] = ports;
  const sessionId = await startChat(port, publicId);
  const path = `/api/v1/sessions/${sessionId}/continueChat`;
  const begun = performance.now();
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, async (_, index) => {
      const body = {
        message: `caller ${index}`,
        ...(expectedTurn !== undefined && { expectedTurn }),
      };
      return request({ port: ports[index % ports.length] ?? port, path, body });
    }),
  );
  const took = performance.now() - begun;
  const outcomes = answers.map(
    ({ status, text }) => `${status} ${String(memberOf(text, 'reason'))}`,
  );
  const served = outcomes.flatMap((one, index) =>
    one.startsWith('200') ? [`caller ${index}`] : [],
  );
  const conflicts = outcomes.filter((one) => one === '409 TURN_CONFLICT').length;
  return {
    isExpecting: expectedTurn !== undefined,
    served: served.length,
    conflicts,
    others: outcomes.filter((one) => !one.startsWith('200') && one !== '409 TURN_CONFLICT'),
    isWhole: isWhole(await readLog(port, sessionId), served),
    took,
  };
}

/** The part of an event that is compared. */
interface Logged {
  readonly seq: number;
  readonly heard: string | undefined;
}

const eventsSchema = z.array(
  z.object({ seq: z.number(), kind: z.string(), text: z.unknown().optional() }),
);

async function readLog(port: number, sessionId: string): Promise<Logged[]> {
  const log: Logged[] = [];
  for (;;) {
    const path = `/api/v1/sessions/${sessionId}/events?after=${log.at(-1)?.seq ?? 0}`;
    const events = memberOf((await request({ port, path })).text, 'events');
    if (!Array.isArray(events) || events.length === 0) return log;
    for (const { seq, kind, text } of eventsSchema.parse(events)) {
      log.push({ seq, heard: kind === 'heard' ? String(text) : undefined });
    }
  }
}

function isWhole(log: readonly Logged[], served: readonly string[]): boolean {
  const heard = log.flatMap((event) => event.heard ?? []);
  const isGapless = log.every(({ seq }, index) => seq === index + 1);
  return isGapless && heard.sort().join() === [...served].sort().join();
}

function outcomeOf(rounds: readonly Round[]): Outcome {
  const [expecting, patient] = [true, false].map((isExpecting) =>
    rounds.filter((round) => round.isExpecting === isExpecting),
  );
  const torn = rounds.filter((round) => !round.isWhole).length;
  const others = [...new Set(rounds.flatMap((round) => round.others))];
  const wrong = (expecting ?? []).filter(
    ({ served, conflicts }) => served !== 1 || conflicts !== CALLERS - 1,
  ).length;
  const unserved = (patient ?? []).filter(({ served }) => served !== CALLERS).length;
  const faults: readonly (readonly [number, string])[] = [
    [wrong, 'times with expectedTurn not exactly one was served and the others told TURN_CONFLICT'],
    [unserved, 'times without expectedTurn not all were served'],
    [torn, 'logs do not hold exactly what was served'],
    [others.length, `other answers came: ${others.join(', ')}`],
  ];
  const times = (some: readonly Round[] = []) => spreadOf(some.map(({ took }) => took));
  return {
    figures: {
      'chats with expectedTurn': `${expecting?.length ?? 0}, ${times(expecting)}`,
      'chats without': `${patient?.length ?? 0}, ${times(patient)}`,
    },
    broken: sentencesOf(faults),
  };
}
