import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { makeSharedView, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { partAt, recordsAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

/** The payload of a mutation, or the reason why there is none. */
async function payloadOf(mutation: string, query: string, variables: object, token?: string) {
  const { data, errors } = await ask(query, variables, token);
  return data?.[mutation] ?? { refused: errors?.map(({ extensions }) => extensions['reason']) };
}

/** The data of a query for the owner, or for the person of this token. */
const ask = (query: string, variables: object, token?: string) =>
  queryGraphql(app().url, { query, variables }, token === undefined ? {} : { token });

const SHOWN = 'id name columns filters isShared isOwn';

/** Saves a view; returns the payload. */
async function save(input: object, token?: string) {
  const query = `mutation ($input: SaveResultsViewInput!) { saveResultsView(input: $input) {
    resultsView { ${SHOWN} } bot { revision resultsViews { id } } userErrors { reason path } } }`;
  return payloadOf('saveResultsView', query, { input }, token);
}

/** Deletes a view; returns the payload. */
async function remove(resultsViewId: string, token?: string) {
  const query = `mutation ($id: ID!) { deleteResultsView(input: { resultsViewId: $id }) {
    deletedId bot { resultsViews { id } } userErrors { reason } } }`;
  return payloadOf('deleteResultsView', query, { id: resultsViewId }, token);
}

async function viewsOf(botId: string, token?: string) {
  const query = `query ($botId: ID!) { bot(id: $botId) { revision resultsViews { ${SHOWN} } } }`;
  return (await ask(query, { botId }, token)).data;
}

/** The columns of the table, in order, with their widths. */
async function columnsOf(botId: string, resultsViewId: string | null, token?: string) {
  const query = `query ($botId: ID!, $resultsViewId: ID) {
    bot(id: $botId) { resultColumns(resultsViewId: $resultsViewId) { columnId isVisible width } } }`;
  const { data, errors } = await ask(query, { botId, resultsViewId }, token);
  return errors
    ? errors.map(({ extensions }) => extensions['reason'])
    : recordsAt(data, 'bot.resultColumns');
}

async function makeBot() {
  const workspaceId = await makeWorkspace(rest);
  const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: botOf(interview) }));
  return { workspaceId, botId: bot.id };
}

/** A person with a role in a workspace, and with a share of one of its bots. */
async function makePerson(workspaceId: string, role: 'MEMBER' | 'GUEST', botId?: string) {
  const token = await saveUser(app().databaseUrl, { workspaceId, role });
  const { id } = (await bodyOf(rest.readMe({}, { token }))).user;
  const share = `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
    values ($1, $2, 'READ', now(), now())`;
  if (botId !== undefined) await rowsOf(app().databaseUrl, share, [botId, id]);
  return { id, token };
}

const refused = (reason: string, path: unknown = ['resultsViewId']) => ({
  userErrors: [{ reason, path }],
});
const MISSING = 'RESULTS_VIEW_NOT_FOUND';

describe('the columns of the table of results', () => {
  test('are each person’s own, and saving them does not change the bot', async () => {
    const { workspaceId, botId } = await makeBot();
    const { token } = await makePerson(workspaceId, 'MEMBER');
    const before = await viewsOf(botId);
    const [first, second] = (await columnsOf(botId, null)).map((column) =>
      textAt(column, 'columnId'),
    );
    const filters = {
      ...{ search: 'Ada', isCompleted: true, timeFilter: 'LAST_7_DAYS' },
      segment: { source: 'CHANNEL', value: 'WEB', isOther: false },
      ...{ from: '2026-05-01T00:00:00.000Z', until: '2026-05-02T00:00:00.000Z' },
      orderBy: 'CREATED_AT_ASC',
    };
    const ours = await save({
      ...{ botId, name: 'Ours', columns: { columnsOrder: [second, first] } },
      filters,
    });
    const theirs = await save(
      { botId, name: 'Theirs', columns: { columnsWidth: { [String(first)]: 300 } } },
      token,
    );
    const here = await viewsOf(botId);
    expect(partAt(here, 'bot.revision')).toBe(partAt(before, 'bot.revision'));
    expect(recordsAt(here, 'bot.resultsViews')).toEqual([
      {
        ...{ id: textAt(ours, 'resultsView.id'), name: 'Ours', isShared: false, isOwn: true },
        columns: { columnsOrder: [second, first] },
        filters,
      },
    ]);
    expect(recordsAt(await viewsOf(botId, token), 'bot.resultsViews')).toMatchObject([
      { name: 'Theirs' },
    ]);
    const mine = await columnsOf(botId, textAt(ours, 'resultsView.id'));
    expect(mine.slice(0, 2)).toMatchObject([{ columnId: second }, { columnId: first }]);
    const wide = await columnsOf(botId, textAt(theirs, 'resultsView.id'), token);
    expect(wide[0]).toMatchObject({ columnId: first, width: 300 });
  });

  test('are arranged by no private view of another person, nor by that of another bot', async () => {
    const { workspaceId, botId } = await makeBot();
    const { token } = await makePerson(workspaceId, 'MEMBER');
    const id = textAt(await save({ botId, name: 'Ours' }), 'resultsView.id');
    expect(await columnsOf(botId, id, token)).toEqual([MISSING]);
    expect(await columnsOf((await makeBot()).botId, id)).toEqual([MISSING]);
    expect(await columnsOf(botId, 'rsv_none')).toEqual([MISSING]);
  });
});

describe('a view of the results', () => {
  test('that is private does not exist for others', async () => {
    const { workspaceId, botId } = await makeBot();
    const { token } = await makePerson(workspaceId, 'MEMBER');
    const resultsViewId = textAt(await save({ botId, name: 'Ours' }), 'resultsView.id');
    const change = { botId, name: 'Taken' };
    for (const id of [resultsViewId, 'rsv_none']) {
      expect(await save({ ...change, resultsViewId: id }, token)).toMatchObject(refused(MISSING));
      expect(await remove(id, token)).toMatchObject({ userErrors: [{ reason: MISSING }] });
      const { data } = await ask('query ($id: ID!) { node(id: $id) { id } }', { id }, token);
      expect(data).toEqual({ node: null });
    }
    const other = { botId: (await makeBot()).botId, resultsViewId };
    expect(await save(other)).toMatchObject(refused(MISSING));
    expect(recordsAt(await viewsOf(botId), 'bot.resultsViews')).toMatchObject([{ name: 'Ours' }]);
  });

  test('that is shared is seen by readers, and changed and deleted by who may change the bot', async () => {
    const { workspaceId, botId } = await makeBot();
    const reader = await makePerson(workspaceId, 'GUEST', botId);
    const writer = await makePerson(workspaceId, 'MEMBER');
    const resultsViewId = await makeSharedView(app().url, botId);
    const seen = [{ id: resultsViewId, name: 'Shared', isShared: true, isOwn: false }];
    expect(recordsAt(await viewsOf(botId, reader.token), 'bot.resultsViews')).toMatchObject(seen);
    const change = { botId, resultsViewId, name: 'Changed' };
    const forbidden = { refused: ['FORBIDDEN'] };
    expect(await save(change, reader.token)).toEqual(forbidden);
    expect(await remove(resultsViewId, reader.token)).toEqual(forbidden);
    expect(await save(change, writer.token)).toMatchObject({
      resultsView: { name: 'Changed', isShared: true, isOwn: false },
    });
    expect(await remove(resultsViewId, writer.token)).toEqual({
      ...{ deletedId: resultsViewId, bot: { resultsViews: [] }, userErrors: [] },
    });
  });

  test('of a reader is their own to keep, change and delete', async () => {
    const { workspaceId, botId } = await makeBot();
    const { token } = await makePerson(workspaceId, 'GUEST', botId);
    const resultsViewId = textAt(await save({ botId, name: 'Mine' }, token), 'resultsView.id');
    const filters = { variables: [{ variable: 'Name', equals: 'Ada' }] };
    expect(await save({ botId, resultsViewId, filters }, token)).toMatchObject({
      resultsView: { id: resultsViewId, name: 'Mine', filters },
      bot: { resultsViews: [{ id: resultsViewId }] },
      userErrors: [],
    });
    expect(await remove(resultsViewId, token)).toMatchObject({ userErrors: [] });
  });

  test('has a name, columns of some length, and filters that the table knows', async () => {
    const { botId } = await makeBot();
    expect(await save({ botId })).toMatchObject(refused('VALIDATION', ['name']));
    const columns = { columnsOrder: ['x'.repeat(30_000)] };
    const long = { botId, name: 'Long', columns };
    expect(await save(long)).toMatchObject(refused('VALIDATION', ['columns']));
    for (const filters of [{ serch: 'Ada' }, { timeFilter: 'EVER' }, { search: '\0' }]) {
      const query = `mutation ($input: SaveResultsViewInput!) { saveResultsView(input: $input) { userErrors { reason } } }`;
      const answer = await ask(query, { input: { botId, name: 'Odd', filters } });
      expect(JSON.stringify(answer)).toContain('VALIDATION');
    }
    expect(recordsAt(await viewsOf(botId), 'bot.resultsViews')).toEqual([]);
  });

  test('is one of at most fifty for a person and a bot, even if many are saved at once', async () => {
    const { workspaceId, botId } = await makeBot();
    const { token } = await makePerson(workspaceId, 'MEMBER');
    const filling = `insert into results_view
      select 'rsv_' || n || $1, $1, user_id, 'Old', '{}', '{}', true, now(), now()
      from member, generate_series(1, 49) n where workspace_id = $2 and user_id <> $3`;
    const { id: owner } = (await bodyOf(rest.readMe({}))).user;
    const other = await rowsOf<{ user_id: string }>(
      app().databaseUrl,
      'select user_id from member where workspace_id = $1 and user_id <> $2',
      [workspaceId, owner],
    );
    await rowsOf(app().databaseUrl, filling, [botId, workspaceId, other[0]?.user_id]);
    const saved = await Promise.all(['A', 'B', 'C'].map((name) => save({ botId, name })));
    const reasons = saved.flatMap((one) =>
      recordsAt(one, 'userErrors').map(({ reason }) => reason),
    );
    expect(reasons).toEqual(['VALIDATION', 'VALIDATION']);
    // A person below the limit can share one more view, but no second one.
    expect(await save({ botId, name: 'D', isShared: true }, token)).toMatchObject({
      userErrors: [],
    });
    expect(await save({ botId, name: 'E', isShared: true }, token)).toMatchObject(
      refused('VALIDATION', ['botId']),
    );
    expect(await save({ botId, name: 'F' }, token)).toMatchObject({ userErrors: [] });
  });

  test('cannot be reached by a member who was removed, and can again when they come back', async () => {
    const { workspaceId, botId } = await makeBot();
    const { id: userId, token } = await makePerson(workspaceId, 'MEMBER');
    const resultsViewId = textAt(await save({ botId, name: 'Theirs' }, token), 'resultsView.id');
    await bodyOf(rest.removeMember({ workspaceId, userId }));
    expect(await viewsOf(botId, token)).toEqual({ bot: null });
    const change = { botId, resultsViewId, name: 'Still' };
    expect(await save(change, token)).toMatchObject(refused('BOT_NOT_FOUND', ['botId']));
    expect(await remove(resultsViewId, token)).toMatchObject({ userErrors: [{ reason: MISSING }] });
    const back = `insert into member (workspace_id, user_id, role, created_at) values ($1, $2, 'MEMBER', now())`;
    await rowsOf(app().databaseUrl, back, [workspaceId, userId]);
    expect(recordsAt(await viewsOf(botId, token), 'bot.resultsViews')).toMatchObject([
      { name: 'Theirs' },
    ]);
  });

  test('is deleted with its person', async () => {
    const { workspaceId, botId } = await makeBot();
    const { id, token } = await makePerson(workspaceId, 'MEMBER');
    await save({ botId, name: 'Theirs' }, token);
    await rowsOf(app().databaseUrl, 'delete from app_user where id = $1', [id]);
    const left = await rowsOf(app().databaseUrl, 'select id from results_view where bot_id = $1', [
      botId,
    ]);
    expect(left).toEqual([]);
  });
});
