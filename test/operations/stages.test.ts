import { describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, refusalOf, type Shown } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

const graph = async (query: string, variables: object): Promise<Shown> => {
  const { data, errors } = await queryGraphql(app().url, { query, variables });
  if (errors) throw new Error(JSON.stringify(errors));
  return data ?? {};
};

const shop = (greeting: string) =>
  botOf({
    variables: { Name: null, Shop: 'https://shop.example.com' },
    groups: { Start: [say(`${greeting} {{Shop}}`), ask('text input', 'Name')] },
  });

/** A bot whose live version says "One", and whose draft says "Two". */
async function makeShop() {
  const made = await makePublished(rest, shop('One'));
  await bodyOf(rest.updateBot({ botId: made.botId, bot: shop('Two') }));
  return made;
}

async function firstWords(publicId: string, more: object = {}): Promise<unknown> {
  const { messages } = await bodyOf(rest.startChat({ publicId, ...more }));
  return messages[0]?.content['plainText'];
}

/** A whole chat; its result id. */
async function talk(publicId: string, more: object = {}): Promise<string> {
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId, ...more }));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  return String(resultId);
}

const stageQuery = `query ($botId: ID!) { bot(id: $botId) { stats(timeFilter: ALL_TIME) { totalViews }
  workspace { stats(timeFilter: ALL_TIME) { totalViews } }
  versions { nodes { id number isLive } }
  stages { name changes { kind } version { number } stats(timeFilter: ALL_TIME) { totalViews totalStarts totalCompleted } } } }`;

describe('a stage', () => {
  test('runs the draft at an address of its own while the live version stays', async () => {
    const { botId, publicId } = await makeShop();
    const { stage } = await bodyOf(rest.setStage({ botId, stage: 'staging' }));
    expect(stage.url).toBe(`${app().url}/${publicId}@staging`);
    expect(await firstWords(`${publicId}@staging`)).toBe('Two https://shop.example.com');
    expect(await firstWords(publicId, { stage: 'staging' })).toBe('Two https://shop.example.com');
    expect(await firstWords(publicId)).toBe('One https://shop.example.com');
    const page = await fetch(stage.url, { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect(html).toContain(`<parley-chat bot="${publicId}@staging"`);
    expect(html).toContain('noindex');
  });

  test('is not found by a name that the bot does not have, nor once it is deleted', async () => {
    const { botId, publicId } = await makeShop();
    await bodyOf(rest.setStage({ botId, stage: 'staging' }));
    const start = (stage: string) => refusalOf(rest.startChat({ publicId, stage }));
    expect(await start('other')).toMatchObject({ reason: 'BOT_NOT_FOUND' });
    await bodyOf(rest.deleteStage({ botId, stage: 'staging' }));
    expect(await start('staging')).toMatchObject({ reason: 'BOT_NOT_FOUND' });
  });

  test('runs the version that has the draft already, and a new one only of a draft that no version has', async () => {
    const { botId } = await makeShop();
    const put = async () => {
      const { stage } = await bodyOf(rest.setStage({ botId, stage: 'staging', variables: {} }));
      return partAt(stage, 'version.number');
    };
    expect([await put(), await put()]).toEqual([2, 2]);
    await bodyOf(rest.updateBot({ botId, bot: shop('One') }));
    expect(await put()).toBe(1);
  });

  test('can be had before anything is live', async () => {
    const { botId, publicId } = await makeShop();
    await graph(
      'mutation ($botId: ID!) { unpublishBot(input: { botId: $botId }) { bot { id } } }',
      { botId },
    );
    await bodyOf(rest.setStage({ botId, stage: 'staging' }));
    expect(await firstWords(`${publicId}@staging`)).toBe('Two https://shop.example.com');
    expect(await refusalOf(rest.startChat({ publicId }))).toMatchObject({
      reason: 'BOT_NOT_FOUND',
    });
  });

  test('has values of its own for variables, which stay when it gets another version', async () => {
    const { botId, publicId } = await makeShop();
    const variables = { Shop: 'https://test.example.com' };
    await bodyOf(rest.setStage({ botId, stage: 'staging', variables }));
    expect(await firstWords(`${publicId}@staging`)).toBe('Two https://test.example.com');
    await bodyOf(rest.updateBot({ botId, bot: shop('Three') }));
    await bodyOf(rest.setStage({ botId, stage: 'staging' }));
    expect(await firstWords(`${publicId}@staging`)).toBe('Three https://test.example.com');
  });

  test('lends its values to a preview of the draft, for people who may read the bot', async () => {
    const { botId } = await makeShop();
    const variables = { Shop: 'https://test.example.com' };
    await bodyOf(rest.setStage({ botId, stage: 'staging', variables }));
    await bodyOf(rest.updateBot({ botId, bot: shop('Three') }));
    const { messages } = await bodyOf(rest.startPreview({ botId, stage: 'staging' }));
    expect(messages[0]?.content['plainText']).toBe('Three https://test.example.com');
    const refused = async (stage: string, options: object) =>
      (await refusalOf(rest.startPreview({ botId, stage }, options))).reason;
    expect(await refused('other', {})).toBe('STAGE_NOT_FOUND');
    expect(await refused('staging', { token: null })).toBe('FORBIDDEN');
  });

  test('uses other credentials of the workspace in its blocks, of the same type alone', async () => {
    const { botId, workspaceId } = await makeShop();
    const save = async (type: string, data: object) => {
      const credentials = { type, name: type, data };
      return (await bodyOf(rest.saveCredentials({ workspaceId, credentials }))).credentialsId;
    };
    const from = await save('openai', { apiKey: 'sk-live' });
    const to = await save('openai', { apiKey: 'sk-test' });
    const other = await save('mistral', { apiKey: 'mi-test' });
    const block = {
      type: 'openai',
      options: { credentialsId: from, action: 'Create chat completion' },
    };
    await bodyOf(rest.updateBot({ botId, bot: botOf({ groups: { Start: [block] } }) }));
    const instead = (replacementId: string) => [{ credentialsId: from, replacementId }];
    const mapped = { botId, stage: 'staging', credentials: instead(to) };
    const { stage } = await bodyOf(rest.setStage(mapped));
    expect(stage).toMatchObject({ credentials: instead(to) });
    const flows = `select definition::text as text from flow join bot_stage on flow.id = flow_id where bot_id = $1`;
    const [{ text } = { text: '' }] = await rowsOf(app().databaseUrl, flows, [botId]);
    expect([String(text).includes(to), String(text).includes(from)]).toEqual([true, false]);
    const refused = await refusalOf(rest.setStage({ ...mapped, credentials: instead(other) }));
    expect(refused).toMatchObject({ reason: 'VALIDATION' });
  });

  test('has results of its own, which neither the lists nor the counts of live chats hold', async () => {
    const { botId, publicId } = await makeShop();
    await bodyOf(rest.setStage({ botId, stage: 'staging' }));
    const live = await talk(publicId);
    const staged = await talk(`${publicId}@staging`);
    const list = async (more: object) =>
      (await bodyOf(rest.listResults({ botId, ...more }))).results.map(({ id }) => id);
    expect(await list({})).toEqual([live]);
    expect(await list({ stage: 'staging' })).toEqual([staged]);
    expect(await list({ stage: 'other' })).toEqual([]);
    const all =
      'query ($botId: ID!) { bot(id: $botId) { results(withStages: true) { totalCount } } }';
    expect(partAt(await graph(all, { botId }), 'bot.results.totalCount')).toBe(2);
    const of = `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) { stage version { number } } } }`;
    const shown = async (resultId: string) =>
      partAt(await graph(of, { botId, resultId }), 'bot.result');
    expect(await shown(live)).toEqual({ stage: null, version: { number: 1 } });
    expect(await shown(staged)).toEqual({ stage: 'staging', version: { number: 2 } });
    const bot = recordAt(await graph(stageQuery, { botId }), 'bot');
    expect(bot['stats']).toEqual({ totalViews: 1 });
    expect(partAt(bot, 'workspace.stats')).toEqual({ totalViews: 1 });
    expect(recordsAt(bot, 'stages')).toMatchObject([
      { stats: { totalViews: 1, totalStarts: 1, totalCompleted: 1 } },
    ]);
  });

  test('goes on with results of its own, and never with those of live chats', async () => {
    const { botId, publicId } = await makeShop();
    await bodyOf(rest.setStage({ botId, stage: 'staging' }));
    const live = await talk(publicId);
    const staged = await talk(`${publicId}@staging`);
    const again = async (id: string, resultId: string) =>
      (await bodyOf(rest.startChat({ publicId: id, resultId }))).resultId === resultId;
    expect(await again(publicId, live)).toBe(true);
    expect(await again(`${publicId}@staging`, staged)).toBe(true);
    expect(await again(`${publicId}@staging`, live)).toBe(false);
    expect(await again(publicId, staged)).toBe(false);
  });
});

describe('promoting a stage', () => {
  test('makes its version live, with the values of the flow and not those of the stage', async () => {
    const { botId, publicId } = await makeShop();
    await bodyOf(rest.setStage({ botId, stage: 'staging', variables: { Shop: 'test' } }));
    const before = recordsAt(await graph(stageQuery, { botId }), 'bot.stages');
    expect(before).toMatchObject([{ name: 'staging', changes: [{ kind: 'TEXT_CHANGED' }] }]);
    const { version } = await bodyOf(rest.promoteStage({ botId, stage: 'staging' }));
    expect(version.number).toBe(2);
    expect(await firstWords(publicId)).toBe('Two https://shop.example.com');
    const after = recordsAt(await graph(stageQuery, { botId }), 'bot.stages');
    expect(after).toMatchObject([{ name: 'staging', changes: [] }]);
  });

  test('is refused while tests of the bot fail on it, unless somebody says why', async () => {
    const { botId, publicId } = await makeShop();
    await bodyOf(rest.setStage({ botId, stage: 'staging' }));
    const expected = { expect: { texts: ['Something else'] } };
    const test = {
      format: 1,
      name: 'It greets',
      now: '2026-05-01T12:00:00Z',
      seed: '1',
      steps: [expected],
    };
    await bodyOf(rest.createBotTest({ botId, test }));
    await graph(
      `mutation ($botId: ID!) { setBotPublishPolicy(input: { botId: $botId, policy: BLOCK_ERRORS_AND_TESTS }) { bot { id } } }`,
      { botId },
    );
    const promote = `mutation ($input: PromoteStageInput!) { done: promoteStage(input: $input) {
      version { overrideReason } failedTests { name } userErrors { reason } } }`;
    const input = { botId, stage: 'staging' };
    expect(partAt(await graph(promote, { input }), 'done')).toMatchObject({
      failedTests: [{ name: 'It greets' }],
      userErrors: [{ reason: 'PUBLISH_REFUSED' }],
    });
    expect(await firstWords(publicId)).toBe('One https://shop.example.com');
    const overrideReason = 'The test is out of date';
    await graph(promote, { input: { ...input, overrideReason } });
    expect(await firstWords(publicId)).toBe('Two https://shop.example.com');
  });
});
