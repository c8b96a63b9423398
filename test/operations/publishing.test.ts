import { describe, expect, test } from '@jest/globals';
import { botOf, interview, parrot } from '../support/botOf.js';
import { say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  type ReplyShown,
  transportNames,
} from '../support/transports.js';
import { makePublished, makeWorkspace, useApp } from '../support/useApp.js';

const app = useApp();

async function setPolicy(of: 'Bot' | 'Workspace', input: object): Promise<void> {
  const name = `set${of}PublishPolicy`;
  const query = `mutation ($input: Set${of}PublishPolicyInput!) { ${name}(input: $input) { userErrors { message } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { input } });
  expect(data).toEqual({ [name]: { userErrors: [] } });
}

async function reasonOf(versionId: string): Promise<unknown> {
  const query = `query ($id: ID!) { node(id: $id) { ... on BotVersion { overrideReason } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { id: versionId } });
  return (data as { node: { overrideReason: unknown } }).node.overrideReason;
}

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const make = async (bot: object = {}) => {
    const workspaceId = await makeWorkspace(transport);
    return (await bodyOf(transport.createBot({ workspaceId, bot }))).bot;
  };

  describe('publishing', () => {
    test('gives a bot an address made from its name and the end of its id', async () => {
      const { id: botId } = await make({ name: 'Ça & là: Lead Form!' });
      const { publicId, version } = await bodyOf(transport.publishBot({ botId }));
      expect(publicId).toBe(`ca-la-lead-form-${botId.slice(-7)}`);
      expect(version).toEqual({ id: expect.stringMatching(/^ver_/), number: 1 });
      expect((await bodyOf(transport.readBot({ botId }))).bot['publicId']).toBe(publicId);
    });

    test('makes the address longer if another bot has it', async () => {
      const { id: botId } = await make({ name: 'Popular' });
      await make({ publicId: `popular-${botId.slice(-7)}` });
      const { publicId } = await bodyOf(transport.publishBot({ botId }));
      expect(publicId).toBe(`popular-${botId.slice(-11)}`);
    });

    test('makes an address from the id alone for a name without letters', async () => {
      const { id: botId } = await make({ name: '🤖' });
      expect((await bodyOf(transport.publishBot({ botId }))).publicId).toBe(botId.slice(-7));
    });

    test('keeps the address a bot has', async () => {
      const { id: botId } = await make({ publicId: `mine-${name}` });
      expect((await bodyOf(transport.publishBot({ botId }))).publicId).toBe(`mine-${name}`);
    });

    test('is refused for errors where the workspace allows none, and goes through once they are mended or with a reason', async () => {
      const bot = await make({ name: 'Gated' });
      const { id: botId, workspaceId } = bot;
      await setPolicy('Workspace', { workspaceId, policy: 'BLOCK_ERRORS' });
      const refused = await refusalOf(transport.publishBot({ botId }));
      expect(refused).toMatchObject({ code: 'CONFLICT', reason: 'PUBLISH_REFUSED' });
      expect(refused.message).toContain('The start is not connected');
      const overrideReason = 'The start is made on Monday';
      const { version } = await bodyOf(transport.publishBot({ botId, overrideReason }));
      expect(await reasonOf(version.id)).toBe(overrideReason);
      await setPolicy('Bot', { botId, policy: 'WARN' });
      expect(await reasonOf((await bodyOf(transport.publishBot({ botId }))).version.id)).toBeNull();
      await setPolicy('Bot', { botId, policy: null });
      await bodyOf(transport.updateBot({ botId, bot: botOf(interview) }));
      const mended = await bodyOf(transport.publishBot({ botId, overrideReason }));
      expect(await reasonOf(mended.version.id)).toBeNull();
    });

    test('counts the versions, also of publishes at once', async () => {
      const { id: botId } = await make();
      await bodyOf(transport.publishBot({ botId }));
      const versions = await Promise.all(
        Array.from(
          { length: 8 },
          async () => (await bodyOf(transport.publishBot({ botId }))).version,
        ),
      );
      expect(versions.map(({ number }) => number).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
      expect(new Set(versions.map(({ id }) => id)).size).toBe(8);
    });

    test('does not change running chats; new ones run the new version', async () => {
      const { botId, publicId } = await makePublished(transport, botOf(parrot));
      const old = await bodyOf(transport.startChat({ publicId }));
      await bodyOf(
        transport.updateBot({ botId, bot: botOf({ groups: { Only: [say('All new')] } }) }),
      );
      await bodyOf(transport.publishBot({ botId }));
      const fresh = await bodyOf(transport.startChat({ publicId }));
      expect(fresh.messages[0]?.content['plainText']).toBe('All new');
      const { sessionId } = old;
      const next = await bodyOf(transport.continueChat({ sessionId, message: 'polly' }));
      expect(next.messages[0]?.content['plainText']).toBe('You said polly');
    });

    test('does not show a change of the draft before it is published', async () => {
      const { botId, publicId } = await makePublished(transport, botOf(parrot));
      await bodyOf(
        transport.updateBot({ botId, bot: botOf({ groups: { Only: [say('Secret')] } }) }),
      );
      const { messages } = await bodyOf(transport.startChat({ publicId }));
      expect(messages[0]?.content['plainText']).toBe('Say something');
    });

    test('refuses a bot that is missing or archived', async () => {
      const { id: botId } = await make();
      await rowsOf(app().databaseUrl, 'update bot set is_archived = true where id = $1', [botId]);
      for (const id of ['bot_none', botId]) {
        expect(await refusalOf(transport.publishBot({ botId: id }))).toMatchObject({
          code: 'NOT_FOUND',
          reason: 'BOT_NOT_FOUND',
        });
      }
    });

    test('refuses a label that is too long', async () => {
      const { id: botId } = await make();
      const { code } = await refusalOf(transport.publishBot({ botId, label: 'x'.repeat(1001) }));
      expect(code).toBe('BAD_REQUEST');
    });
  });

  describe('the published bot', () => {
    test('is null until the bot is published', async () => {
      const { id: botId } = await make();
      expect(await bodyOf(transport.readPublished({ botId }))).toEqual({
        publishedBot: null,
        version: '6',
      });
    });

    test('stays as published, whatever happens to the draft', async () => {
      const { botId } = await makePublished(transport, botOf(interview));
      const { bot } = await bodyOf(transport.readBot({ botId }));
      await bodyOf(transport.updateBot({ botId, bot: { groups: [], edges: [] } }));
      const { publishedBot, version } = await bodyOf(transport.readPublished({ botId }));
      const { groups, events, edges, variables, theme, settings } = bot;
      expect(publishedBot).toEqual({
        id: expect.stringMatching(/^ver_/),
        version: '6',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        botId,
        ...{ groups, events, edges, variables, theme, settings },
      });
      expect(version).toBe('6');
    });

    test('can be requested in the latest version, which it has anyway', async () => {
      const { botId } = await makePublished(transport, botOf(interview));
      const plain = await bodyOf(transport.readPublished({ botId }));
      for (const migrateToLatestVersion of [true, false]) {
        expect(await bodyOf(transport.readPublished({ botId, migrateToLatestVersion }))).toEqual(
          plain,
        );
      }
    });

    test('is refused if migrateToLatestVersion is neither true nor false', async () => {
      const { id: botId } = await make();
      const sent = { botId, migrateToLatestVersion: 'perhaps' };
      const { code, issues } = await refusalOf(transport.readPublished(sent));
      expect(code).toBe('BAD_REQUEST');
      expect(issues?.[0]?.path).toEqual(['migrateToLatestVersion']);
    });

    test('of a missing bot is not found', async () => {
      expect(await refusalOf(transport.readPublished({ botId: 'bot_none' }))).toMatchObject({
        code: 'NOT_FOUND',
        reason: 'BOT_NOT_FOUND',
      });
    });
  });
});

test('a mutation returns its clientMutationId, also when it is refused', async () => {
  const query = `mutation ($botId: ID!) {
    publishBot(input: { botId: $botId, clientMutationId: "7" }) { clientMutationId bot { id } userErrors { reason } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId: 'bot_none' } });
  expect(data).toEqual({
    publishBot: { clientMutationId: '7', bot: null, userErrors: [{ reason: 'BOT_NOT_FOUND' }] },
  });
});

const anyone = { token: null };

describe.each(transportNames)(
  'a chat started with the id of an earlier result, over %s',
  (name) => {
    const transport = openTransport(name, () => app().url);
    const start = async (publicId: string, sent: object = {}) =>
      bodyOf(transport.startChat({ publicId, ...sent }, anyone));
    const finish = async ({ sessionId }: ReplyShown, messages: readonly string[]) => {
      for (const message of messages)
        await bodyOf(transport.continueChat({ sessionId, message }, anyone));
    };
    const resultOf = async (botId: string, resultId: string) =>
      (await bodyOf(transport.getResult({ botId, resultId }))).result;

    const remembering = { settings: { general: { rememberUser: { isEnabled: true } } } };

    test('keeps its variables and answers if the bot remembers people', async () => {
      const { botId, publicId } = await makePublished(transport, botOf(interview, remembering));
      const first = await start(publicId);
      await finish(first, ['Ada', '36']);
      const second = await start(publicId, { resultId: first.resultId });
      expect(second.resultId).toBe(first.resultId);
      expect(second.sessionId).not.toBe(first.sessionId);
      expect(second.input).toMatchObject({ prefilledValue: 'Ada' });
      await finish(second, ['Bob']);
      const result = await resultOf(botId, first.resultId);
      expect(result.answers.map(({ content }) => content)).toEqual(['Ada', '36', 'Bob']);
      expect(Object.fromEntries(result.variables.map((v) => [v['name'], v['value']]))).toEqual({
        Name: 'Bob',
        Age: '36',
      });
    });

    test('replaces them if the bot does not', async () => {
      const { botId, publicId } = await makePublished(transport, botOf(interview));
      const first = await start(publicId);
      await finish(first, ['Ada', '36']);
      const second = await start(publicId, { resultId: first.resultId });
      expect(second.resultId).toBe(first.resultId);
      expect(second.input).not.toHaveProperty('prefilledValue');
      expect(await resultOf(botId, first.resultId)).toMatchObject({ variables: [], answers: [] });
      await finish(second, ['Bob']);
      const result = await resultOf(botId, first.resultId);
      expect(result.answers.map(({ content }) => content)).toEqual(['Bob']);
      expect(result.variables).toMatchObject([{ name: 'Name', value: 'Bob' }]);
    });

    test.each([true, false])(
      'replaces them with the first message if it was only registered (remembering: %s)',
      async (isEnabled) => {
        const settings = { general: { rememberUser: { isEnabled } } };
        const { botId, publicId } = await makePublished(transport, botOf(interview, { settings }));
        const first = await start(publicId);
        const { resultId } = first;
        await finish(first, ['Ada', '36']);
        const second = await start(publicId, { resultId, isOnlyRegistering: true });
        const answers = async () =>
          (await resultOf(botId, resultId)).answers.map(({ content }) => content);
        expect(await answers()).toEqual(['Ada', '36']);
        await finish(second, ['hello']);
        expect(await answers()).toEqual(isEnabled ? ['Ada', '36'] : []);
        await finish(second, ['Bob']);
        expect(await answers()).toEqual(isEnabled ? ['Ada', '36', 'Bob'] : ['Bob']);
      },
    );

    test('gets a new result if that one is unknown, archived or of another bot', async () => {
      const { publicId } = await makePublished(transport, botOf(interview));
      const other = await makePublished(transport, botOf(interview));
      const foreign = await start(other.publicId);
      const own = await start(publicId);
      const archive = 'update result set is_archived = true where id = $1';
      await rowsOf(app().databaseUrl, archive, [own.resultId]);
      for (const resultId of ['res_none', foreign.resultId, own.resultId, 'a\ufffdb']) {
        const { resultId: given } = await start(publicId, { resultId });
        expect(given).toMatch(/^res_/);
        expect(given).not.toBe(resultId);
      }
    });
  },
);
