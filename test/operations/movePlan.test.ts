import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { ask, flowOf, say, type BlockSketch, type FlowSketch } from '../support/flowOf.js';
import { partAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, refusalOf, saidIn } from '../support/transports.js';
import { useTwoServers } from '../support/twoServers.js';
import { makePublished } from '../support/useApp.js';
import { eventually } from '../support/until.js';

const { first, here, there } = useTwoServers();
const owner = { token: TOKEN };
const anyone = { token: null };

const graphql = async (query: string, variables: object) =>
  (await queryGraphql(first().url, { query, variables })).data;
const SET = `mutation ($input: SetInFlightPolicyInput!) { setInFlightPolicy(input: $input) {
  bot { inFlightPolicy inFlightMessage } userErrors { message } } }`;
const PUBLISH = `mutation ($input: PublishBotInput!) { publishBot(input: $input) {
  bot { inFlightPolicy } version { id number } userErrors { message } } }`;
const PLAN = `query ($botId: ID!, $versionId: ID, $atMost: Int = 1000, $after: String) {
  movePlan(botId: $botId, versionId: $versionId, atMost: $atMost, after: $after) {
    open unaffected moving reasons { code message blockId chats } nextCursor } }`;

const name: BlockSketch = { id: 'name', ...ask('text input', 'Name') };
const age: BlockSketch = { id: 'age', ...ask('number input', 'Age') };
const town: BlockSketch = { id: 'town', ...ask('text input', 'Town') };
const bye: BlockSketch = { id: 'bye', ...ask('text input') };
const variables = { Name: null, Age: null, Town: null };
const one: FlowSketch = {
  variables,
  groups: { Start: [name, age, town, say('One {{Name}}'), bye] },
};

/** Versions after the first one, and the blocks at which its chats cannot move there. */
const pairs: readonly [FlowSketch, readonly string[]][] = [
  [{ variables, groups: { Start: [say('New'), name, age, town, say('Two'), bye] } }, []],
  [{ variables, groups: { Start: [name, town, say('Two'), bye] } }, ['age']],
  [
    { variables: { Age: null, Town: null }, groups: { Start: [age, town, bye] } },
    ['name', 'age', 'town', 'bye'],
  ],
  [
    {
      variables,
      groups: { A: [name, { ...age, options: { variableId: 'vAge', min: 5 } }], B: [bye, town] },
    },
    ['age'],
  ],
];

/** Messages before a chat waits at each block of the first version. */
const sent = { name: [], age: ['Ada'], town: ['Ada', '40'], bye: ['Ada', '40', 'Rome'] };

interface Waiting {
  readonly sessionId: string;
  readonly at: string;
}

/** A published bot, and chats that wait at each of its blocks. */
async function inFlight(each: number): Promise<{ botId: string; chats: Waiting[] }> {
  const { botId, publicId } = await makePublished(here, botOf(one));
  const places = Object.entries(sent).flatMap((place) => Array.from({ length: each }, () => place));
  const chats = await Promise.all(
    places.map(async ([at, messages], index) => {
      const transport = index % 2 === 0 ? here : there;
      const { sessionId } = await bodyOf(transport.startChat({ publicId }, anyone));
      for (const message of messages) {
        await bodyOf(transport.continueChat({ sessionId, message }, anyone));
      }
      return { sessionId, at };
    }),
  );
  return { botId, chats };
}

const changeTo = async (botId: string, sketch: FlowSketch) =>
  bodyOf(here.updateBot({ botId, bot: flowOf(sketch).definition }, owner));

/** The open chats and those that would move, as counted by calls for some chats each. */
async function inPages(botId: string, size: number): Promise<{ open: number; moving: number }> {
  const sum = { open: 0, moving: 0 };
  let after: unknown;
  do {
    const page = partAt(await graphql(PLAN, { botId, atMost: size, after }), 'movePlan');
    sum.open += Number(partAt(page, 'open'));
    sum.moving += Number(partAt(page, 'moving'));
    after = partAt(page, 'nextCursor');
  } while (after !== null);
  return sum;
}

/** Announcements arrive in order: once a bot that changes later is known to the other server, all before it are. */
async function openProbe(): Promise<() => Promise<void>> {
  const { botId, publicId } = await makePublished(here, botOf(parrot));
  const { sessionId } = await bodyOf(there.startChat({ publicId }, anyone));
  return async () => {
    await changeTo(botId, { ...parrot, variables: { ...parrot.variables, More: null } });
    await graphql(PUBLISH, { input: { botId, inFlightPolicy: 'MOVE_AT_NEXT_INPUT' } });
    await eventually(async () => {
      await bodyOf(there.continueChat({ sessionId, message: 'x' }, anyone));
      expect(await movesOf(sessionId)).toEqual([2]);
    });
  };
}

/** The numbers of the versions to which a chat moved; expects its log to have no gap. */
async function movesOf(sessionId: string): Promise<unknown[]> {
  const rows = await rowsOf(
    first().databaseUrl,
    'select first_seq, events from chat_event where session_id = $1 order by first_seq',
    [sessionId],
  );
  let next = 1;
  for (const row of rows) {
    expect(Number(partAt(row, 'first_seq'))).toBe(next);
    next += recordsAt(row, 'events').length;
  }
  const events = rows.flatMap((row) => recordsAt(row, 'events'));
  return events.flatMap(({ kind, version }) => (kind === 'moved' ? [version] : []));
}

test.each(pairs)(
  'what a plan says of open chats is what becomes of them on two servers, whatever is sent twice: pair %#',
  async (next, stuck) => {
    const probe = await openProbe();
    const { botId, chats } = await inFlight(5);
    await changeTo(botId, next);
    const plan = partAt(await graphql(PLAN, { botId }), 'movePlan');
    const staying = chats.filter(({ at }) => stuck.includes(at));
    const moving = chats.length - staying.length;
    expect(plan).toMatchObject({ open: chats.length, unaffected: 0, moving, nextCursor: null });
    expect(recordsAt(plan, 'reasons').reduce((sum, { chats: n }) => sum + Number(n), 0)).toBe(
      staying.length,
    );
    const pages = await inPages(botId, 7);
    expect(pages).toEqual({ open: chats.length, moving });
    const input = { botId, inFlightPolicy: 'MOVE_AT_NEXT_INPUT' };
    expect(await graphql(PUBLISH, { input })).toMatchObject({
      publishBot: { bot: { inFlightPolicy: 'MOVE_AT_NEXT_INPUT' }, version: { number: 2 } },
    });
    await probe();
    const outcomes = await Promise.all(
      chats.map(async ({ sessionId, at }, index) => {
        const message = at === 'age' ? '50' : 'Bob';
        const idempotencyKey = `k${index}`;
        const call = { sessionId, message, idempotencyKey };
        await Promise.all([here, there].map((to) => bodyOf(to.continueChat(call, anyone))));
        return movesOf(sessionId);
      }),
    );
    const moved = chats.map(({ at }) => (stuck.includes(at) ? [] : [2]));
    expect(outcomes).toEqual(moved);
  },
);

test('chats that cannot move end with the message of the bot, and a rollback moves each of the others back once', async () => {
  const { botId, chats } = await inFlight(1);
  const [, [next]] = pairs as [unknown, (typeof pairs)[number]];
  await changeTo(botId, next);
  const input = {
    botId,
    policy: 'MOVE_NOW_OR_END',
    message: 'Sorry {{Name}}, please start again.',
  };
  expect(await graphql(SET, { input })).toMatchObject({
    setInFlightPolicy: {
      bot: { inFlightPolicy: input.policy, inFlightMessage: input.message },
      userErrors: [],
    },
  });
  await graphql(PUBLISH, { input: { botId } });
  const say = async (sessionId: string, message: string) =>
    saidIn(await bodyOf(here.continueChat({ sessionId, message }, anyone)));
  const [name, age, town] = chats.map(({ sessionId }) => sessionId) as [string, string, string];
  expect(await say(age, '50')).toEqual(['Sorry Ada, please start again.']);
  const late = await refusalOf(here.continueChat({ sessionId: age, message: 'x' }, anyone));
  expect(late).toMatchObject({ reason: 'SESSION_ENDED' });
  expect(await say(name, 'Bob')).toEqual([]);
  expect(await movesOf(name)).toEqual([2]);
  const { versions } = await bodyOf(here.listVersions({ botId }, owner));
  await bodyOf(here.rollbackBot({ botId, versionId: versions.at(-1)?.id ?? '' }, owner));
  expect(await say(town, 'Rome')).toEqual(['One Ada']);
  await say(name, 'Oslo');
  expect([await movesOf(name), await movesOf(town)]).toEqual([[2, 1], []]);
});
