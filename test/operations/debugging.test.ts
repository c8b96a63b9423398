import { describe, expect, test } from '@jest/globals';
import { rateRules } from '../../src/config/rateRules.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  transportNames,
  type ReplyShown,
} from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { debuggingRows } from './rows/chats.js';

const app = useApp();
const rest = restOf(app);
const anyone = { token: null };
const asking = {
  variables: { Name: null, Age: null },
  groups: {
    Start: [say('Hello'), ask('text input', 'Name'), ask('number input', 'Age', {}), say('Bye')],
  },
};
const at = (blockId: string) => ({ type: 'block', blockId });
const said = ({ messages }: ReplyShown) => messages.map(({ content }) => content['plainText']);

async function makeDraft(): Promise<string> {
  const workspaceId = await makeWorkspace(rest);
  return (await bodyOf(rest.createBot({ workspaceId, bot: botOf(asking) }))).bot.id;
}

/** The state of a chat as it is stored, without what is set for it alone. */
async function stateOf(sessionId: string): Promise<object> {
  const sql = 'select state from chat_session where id = $1';
  const [row] = await rowsOf(app().databaseUrl, sql, [sessionId]);
  const { settings: _, ...state } = Object(row?.['state']) as Record<string, unknown>; // An object.
  return state;
}

describe.each(transportNames)('debugging a preview over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test('its first turn pauses at a breakpoint, and goes on from block to block', async () => {
    const botId = await makeDraft();
    const start = { botId, breakpoints: [at('Start.1')] };
    const started = await bodyOf(transport.startPreview(start));
    expect(started).toMatchObject({
      messages: [],
      pause: { number: 1, groupId: 'Start', blockId: 'Start.1', call: 'ENTER', hit: [{}] },
    });
    const { sessionId } = started;
    const stepped = await bodyOf(transport.stepChat({ sessionId, pause: 1 }));
    expect(said(stepped)).toEqual(['Hello']);
    expect(stepped).toMatchObject({ pause: { number: 2, blockId: 'Start.2', hit: [] } });
    const ended = await bodyOf(transport.stepChat({ sessionId, to: 'BREAKPOINT' }));
    expect(said(ended)).toEqual(['Hello']);
    expect(ended.input).toMatchObject({ id: 'Start.2' });
    expect(ended).not.toHaveProperty('pause');
    const later = await refusalOf(transport.stepChat({ sessionId }));
    expect(later).toMatchObject({ reason: 'TURN_NOT_PAUSED' });
  });

  test('breakpoints are set while it waits, and variables are changed while it is paused', async () => {
    const botId = await makeDraft();
    const { sessionId } = await bodyOf(transport.startPreview({ botId }));
    const breakpoints = [{ type: 'change', variableId: 'vName' }];
    const set = await bodyOf(transport.setBreakpoints({ sessionId, breakpoints }));
    expect(set).toEqual({ breakpoints });
    const paused = await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
    expect(paused).toMatchObject({ pause: { blockId: 'Start.3', hit: breakpoints } });
    const { paused: open, variables } = await bodyOf(transport.readTrace({ sessionId }));
    expect(open).toMatchObject({ turn: 2 });
    expect(variables).toMatchObject([{ name: 'Name', value: 'Ada', depth: 0 }]);
    const changed = await bodyOf(
      transport.setPausedVariables({ sessionId, variables: { Name: 'Grace' } }),
    );
    expect(changed.variables).toMatchObject([{ name: 'Name', value: 'Grace' }]);
    await bodyOf(transport.stepChat({ sessionId, to: 'BREAKPOINT' }));
    expect(await stateOf(sessionId)).toMatchObject({
      stack: [{ variables: [{ name: 'Name', value: 'Grace' }] }],
    });
  });

  test('a chat goes on in another way from any of its turns, in a preview that was the same until then', async () => {
    const botId = await makeDraft();
    const { sessionId } = await bodyOf(transport.startPreview({ botId }));
    const states = [await stateOf(sessionId)];
    for (const message of ['Ada', '36']) {
      await bodyOf(transport.continueChat({ sessionId, message }));
      states.push(await stateOf(sessionId));
    }
    for (const [place, state] of states.entries()) {
      const branch = await bodyOf(transport.branchChat({ sessionId, turn: place + 1 }));
      expect(await stateOf(branch.sessionId)).toEqual(state);
      const { branchedFrom } = await bodyOf(transport.readTrace({ sessionId: branch.sessionId }));
      expect(branchedFrom).toEqual({ sessionId, turn: place + 1 });
    }
    const branch = await bodyOf(transport.branchChat({ sessionId, turn: 1 }));
    expect(branch.input).toMatchObject({ type: 'text input' });
    const { events } = await bodyOf(transport.readEvents({ sessionId: branch.sessionId }));
    expect(events.map(({ kind }) => kind)).toContain('input');
    const sent = { sessionId: branch.sessionId, message: 'Grace' };
    await bodyOf(transport.continueChat(sent));
    expect(await stateOf(branch.sessionId)).toMatchObject({
      stack: [{ variables: [{ name: 'Name', value: 'Grace' }] }],
    });
    expect(await stateOf(sessionId)).toEqual(states.at(-1));
  });
});

const TRACE = `query ($sessionId: ID!) { chatTrace(sessionId: $sessionId) { breakpoints
  paused { turn until pause { number blockId call hit } reply entries { kind blockId effect { request } } } } }`;

test('what a paused turn did and said so far is read beside the trace, until the pause is forgotten', async () => {
  const botId = await makeDraft();
  const start = { botId, breakpoints: [at('Start.2')] };
  const { sessionId } = await bodyOf(rest.startPreview(start));
  const read = async () =>
    (await queryGraphql(app().url, { query: TRACE, variables: { sessionId } })).data;
  expect(await read()).toMatchObject({
    chatTrace: {
      breakpoints: [at('Start.2')],
      paused: {
        ...{ turn: 1, pause: { number: 1, blockId: 'Start.2', call: 'ENTER' } },
        reply: { messages: [{ id: 'Start.1' }] },
        entries: [{ kind: 'STATE' }, { kind: 'BEGAN' }, { kind: 'BLOCK', blockId: 'Start.1' }],
      },
    },
  });
  const forget = `update chat_session set state = jsonb_set(state::jsonb, '{paused,until}', '1')::json where id = $1`;
  await rowsOf(app().databaseUrl, forget, [sessionId]);
  expect(partAt(await read(), 'chatTrace.paused')).toBeNull();
});

test('a start that is sent again with its key gets the same pause', async () => {
  const botId = await makeDraft();
  const query = `mutation ($input: StartPreviewChatInput!) { startPreviewChat(input: $input) {
    reply { sessionId turn lastSeq pause { number blockId } } } }`;
  const input = { botId, breakpoints: [at('Start.1')], idempotencyKey: 'key-of-the-start' };
  const { data } = await queryGraphql(app().url, { query, variables: { input } });
  expect(data).toMatchObject({
    startPreviewChat: { reply: { turn: 1, lastSeq: 0, pause: { number: 1, blockId: 'Start.1' } } },
  });
  expect((await queryGraphql(app().url, { query, variables: { input } })).data).toEqual(data);
});

test('a preview that anybody may start has no breakpoints, and a live chat has none either', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(asking));
  const breakpoints = [at('Start.1')];
  const started = await refusalOf(rest.startPreview({ botId, breakpoints }, anyone));
  expect(started).toMatchObject({ reason: 'FORBIDDEN' });
  const { sessionId } = await bodyOf(rest.startChat({ publicId }, anyone));
  const set = await refusalOf(rest.setBreakpoints({ sessionId, breakpoints }));
  expect(set).toMatchObject({ reason: 'VALIDATION' });
  const many = Array.from({ length: 101 }, () => at('Start.1'));
  const refused = await refusalOf(rest.startPreview({ botId, breakpoints: many }));
  expect(refused).toMatchObject({ reason: 'VALIDATION' });
});

test('a traced chat of a visitor goes on as a preview without its result, for people who may read its trace', async () => {
  const { botId, publicId, workspaceId } = await makePublished(rest, botOf(asking));
  const query = `mutation ($input: SetBotTracingInput!) { setBotTracing(input: $input) { bot { id } } }`;
  await queryGraphql(app().url, { query, variables: { input: { botId, share: 1 } } });
  const { sessionId } = await bodyOf(rest.startChat({ publicId }, anyone));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }, anyone));
  const branch = await bodyOf(
    rest.branchChat({ sessionId, turn: 2, breakpoints: [at('Start.4')] }),
  );
  const [[live], [own]] = [await stateOf(sessionId), await stateOf(branch.sessionId)].map(
    (state) => partAt(state, 'stack') as readonly Record<string, unknown>[],
  ) as [Record<string, unknown>[], Record<string, unknown>[]];
  const { resultId, ...frame } = live ?? {};
  expect(resultId).toMatch(/^res_/);
  expect(own).toEqual(frame);
  const paused = await bodyOf(rest.continueChat({ sessionId: branch.sessionId, message: '36' }));
  expect(paused).toMatchObject({ pause: { blockId: 'Start.4' } });
  const { results } = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
  expect(results).toHaveLength(1);
  const guest = await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' });
  const refused = await refusalOf(rest.branchChat({ sessionId, turn: 2 }, { token: guest }));
  expect(refused).toMatchObject({ reason: 'SESSION_NOT_FOUND' });
});

test('a token branches a chat only if it may answer in chats and read their results', async () => {
  const { sessionId } = await bodyOf(rest.startPreview({ botId: await makeDraft() }));
  const branch = async (scopes: string[]) => {
    const { token } = await bodyOf(rest.createToken({ name: scopes.join(), scopes }));
    return rest.branchChat({ sessionId, turn: 1 }, { token });
  };
  for (const scopes of [['CHAT'], ['BOTS_WRITE'], ['RESULTS_READ']]) {
    expect(await refusalOf(branch(scopes))).toMatchObject({ reason: 'FORBIDDEN' });
  }
  expect(await bodyOf(branch(['CHAT', 'RESULTS_READ']))).toHaveProperty('sessionId');
});

test('a chat cannot go back to a turn that was not traced', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(asking));
  const { sessionId } = await bodyOf(rest.startChat({ publicId }, anyone));
  const refused = await refusalOf(rest.branchChat({ sessionId, turn: 1 }));
  expect(refused).toMatchObject({ reason: 'TURN_NOT_TRACED' });
  const preview = await bodyOf(rest.startPreview({ botId }));
  for (const message of ['Ada', '36']) {
    await bodyOf(rest.continueChat({ sessionId: preview.sessionId, message }));
  }
  const gone = `update chat_event set events = replace(events::text, '"traced"', '"other"')::json where session_id = $1 and turn = 2`;
  await rowsOf(app().databaseUrl, gone, [preview.sessionId]);
  for (const turn of [-2_147_483_648, -1, 0, 2, 3, 4, 2_147_483_647]) {
    const missing = await refusalOf(rest.branchChat({ sessionId: preview.sessionId, turn }));
    expect(missing).toMatchObject({ reason: 'TURN_NOT_TRACED' });
  }
});

test('the calls that debug a chat are limited with all others to that chat', () => {
  const limited = rateRules.session.operations;
  expect(limited).toEqual(expect.arrayContaining(Object.keys(debuggingRows)));
});

test('a long chat goes back to any turn, also around those whose trace holds the whole session', async () => {
  const again = { ...ask('text input', 'Name'), to: 'Start' };
  const bot = botOf({ variables: { Name: null }, groups: { Start: [again] } });
  const workspaceId = await makeWorkspace(rest);
  const botId = (await bodyOf(rest.createBot({ workspaceId, bot }))).bot.id;
  const { sessionId } = await bodyOf(rest.startPreview({ botId }));
  const states = [{}, await stateOf(sessionId)];
  for (let turn = 2; turn <= 102; turn += 1) {
    await bodyOf(rest.continueChat({ sessionId, message: `Ada ${turn}` }));
    states.push(await stateOf(sessionId));
  }
  for (const turn of [2, 49, 50, 51, 99, 100, 101, 102]) {
    const branch = await bodyOf(rest.branchChat({ sessionId, turn }));
    expect(await stateOf(branch.sessionId)).toEqual(states[turn]);
  }
});
