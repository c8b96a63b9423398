import { describe, expect, test } from '@jest/globals';
import { botOf, interview, parrot } from '../support/botOf.js';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
  type Shown,
} from '../support/transports.js';
import { say } from '../support/flowOf.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { partAt, recordAt, recordsAt, textAt } from '../support/parts.js';

const app = useApp();
const transport = restOf(app);

const ask = async (query: string, variables: object): Promise<Shown> => {
  const { data, errors } = await queryGraphql(app().url, { query, variables });
  if (errors) throw new Error(JSON.stringify(errors));
  return data ?? {};
};
const VERSION = 'id number label isLive createdAt author { id } bot { id }';
const versionsOf = async (botId: string): Promise<Shown[]> => {
  const query = `query ($botId: ID!) { bot(id: $botId) { versions { nodes { ${VERSION} } } } }`;
  const { bot } = await ask(query, { botId });
  return recordsAt(bot, 'versions.nodes');
};
const apply = async (mutation: string, input: object): Promise<Shown> => {
  const type = mutation === 'rollbackBot' ? 'VersionInput' : 'RestoreVersionInput';
  const query = `mutation ($input: ${type}!) { done: ${mutation}(input: $input) {
    bot { id revision publicId draft publishedVersion { number } } version { number } userErrors { reason } } }`;
  return recordAt(await ask(query, { input }), 'done');
};
const saying = (text: string) => botOf({ groups: { Only: [say(text)] } });
const firstWords = async (publicId: string) => {
  const { messages } = await bodyOf(transport.startChat({ publicId }));
  return messages[0]?.content['plainText'];
};

/** A bot published twice: it says "One", then "Two"; "Two" is live. */
const twice = async () => {
  const made = await makePublished(transport, saying('One'));
  await bodyOf(transport.updateBot({ botId: made.botId, bot: saying('Two') }));
  await bodyOf(transport.publishBot({ botId: made.botId, label: 'Second try' }));
  const [second, first] = await versionsOf(made.botId);
  return { ...made, first: String(first?.['id']), second: String(second?.['id']) };
};

describe('the versions of a bot', () => {
  test('have a number, a label, a date and an author, the newest first', async () => {
    const { botId } = await twice();
    const { viewer } = await ask('{ viewer { user { id } } }', {});
    const author = partAt(viewer, 'user');
    const shown = { id: expect.stringMatching(/^ver_/), createdAt: expect.stringMatching(/Z$/) };
    expect(await versionsOf(botId)).toEqual([
      { ...shown, number: 2, label: 'Second try', isLive: true, author, bot: { id: botId } },
      { ...shown, number: 1, label: null, isLive: false, author, bot: { id: botId } },
    ]);
  });

  test('can be read page by page, from either end', async () => {
    const { id: botId } = (
      await bodyOf(transport.createBot({ workspaceId: await makeWorkspace(transport), bot: {} }))
    ).bot;
    for (let count = 0; count < 5; count += 1) await bodyOf(transport.publishBot({ botId }));
    const page = async (args: string) => {
      const query = `query ($botId: ID!) { bot(id: $botId) { versions(${args}) {
        nodes { number } edges { cursor } pageInfo { hasNextPage hasPreviousPage } } } }`;
      const versions = recordAt(await ask(query, { botId }), 'bot.versions');
      return {
        numbers: recordsAt(versions, 'nodes').map(({ number }) => number),
        cursors: recordsAt(versions, 'edges').map((edge) => textAt(edge, 'cursor')),
        ...recordAt(versions, 'pageInfo'),
      };
    };
    const first = await page('first: 2');
    expect(first).toMatchObject({ numbers: [5, 4], hasNextPage: true, hasPreviousPage: false });
    const next = await page(`first: 2, after: "${first.cursors[1]}"`);
    expect(next).toMatchObject({ numbers: [3, 2], hasNextPage: true, hasPreviousPage: true });
    const last = await page('last: 2');
    expect(last).toMatchObject({ numbers: [2, 1], hasNextPage: false, hasPreviousPage: true });
    const back = await page(`last: 2, before: "${next.cursors[0]}"`);
    expect(back).toMatchObject({ numbers: [5, 4], hasPreviousPage: false, hasNextPage: true });
  });

  test('keep their own flow, whatever happens to the draft', async () => {
    const { botId, first } = await twice();
    await bodyOf(transport.updateBot({ botId, bot: { groups: [], edges: [] } }));
    const query = `query ($id: ID!) { node(id: $id) { ... on BotVersion { definition } } }`;
    const { node } = await ask(query, { id: first });
    expect(JSON.stringify(node)).toContain('One');
  });

  test('list the changes since the previous version, or since any other', async () => {
    const { first, second } = await twice();
    const query = `query ($id: ID!, $against: ID) { node(id: $id) { ... on BotVersion {
      diff(against: $against) { kind partId groupId name before after } } } }`;
    const diff = async (id: string, against?: string) =>
      partAt(await ask(query, { id, against }), 'node.diff');
    const change = { kind: 'TEXT_CHANGED', partId: 'Only.1', groupId: 'Only', name: 'text' };
    expect(await diff(second)).toEqual([{ ...change, before: 'One', after: 'Two' }]);
    expect(await diff(first, second)).toEqual([{ ...change, before: 'Two', after: 'One' }]);
    expect(await diff(first)).toContainEqual({
      ...change,
      kind: 'BLOCK_ADDED',
      before: null,
      after: null,
    });
    const { first: foreign } = await twice();
    const { errors } = await queryGraphql(app().url, {
      query,
      variables: { id: second, against: foreign },
    });
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'VERSION_NOT_FOUND' });
  });
});

test('a bot says whether publishing would change something, and what', async () => {
  const { botId } = await makePublished(transport, saying('One'));
  const query = `query ($botId: ID!) { bot(id: $botId) {
    hasUnpublishedChanges unpublishedChanges { kind } } }`;
  const unpublished = async () => (await ask(query, { botId }))['bot'];
  const nothing = { hasUnpublishedChanges: false, unpublishedChanges: [] };
  expect(await unpublished()).toEqual(nothing);
  await bodyOf(transport.updateBot({ botId, bot: { name: 'Renamed', riskLevel: 3 } }));
  expect(await unpublished()).toEqual(nothing);
  await bodyOf(transport.updateBot({ botId, bot: saying('Two') }));
  expect(await unpublished()).toEqual({
    hasUnpublishedChanges: true,
    unpublishedChanges: [{ kind: 'TEXT_CHANGED' }],
  });
  await bodyOf(transport.updateBot({ botId, bot: saying('One') }));
  expect(await unpublished()).toEqual(nothing);
});

describe.each(transportNames)('the versions of a bot over %s', (name) => {
  const each = openTransport(name, () => app().url);

  test('are listed a page at a time, read, and compared', async () => {
    const { botId, first, second } = await twice();
    const page = await bodyOf(each.listVersions({ botId, limit: 1 }));
    expect(page.versions).toMatchObject([{ id: second, label: 'Second try', isLive: true }]);
    const rest = await bodyOf(each.listVersions({ botId, cursor: page.nextCursor ?? '' }));
    expect(rest).toMatchObject({ versions: [{ id: first, number: 1 }], nextCursor: null });
    const { version } = await bodyOf(each.readVersion({ botId, versionId: first }));
    expect(version).toMatchObject({ number: 1, isLive: false, author: { id: expect.any(String) } });
    expect(JSON.stringify(version.definition)).toContain('One');
    const change = { kind: 'TEXT_CHANGED', id: 'Only.1', before: 'One', after: 'Two' };
    const ofSecond = { botId, versionId: second };
    expect(await bodyOf(each.diffVersion(ofSecond))).toMatchObject({ changes: [change] });
    const { changes } = await bodyOf(each.diffVersion({ ...ofSecond, against: second }));
    expect(changes).toEqual([]);
  });

  test('can be restored as the draft, or made live', async () => {
    const { botId, publicId, first } = await twice();
    const ofFirst = { botId, versionId: first };
    expect(await refusalOf(each.restoreVersion({ ...ofFirst, ifRevision: 1 }))).toMatchObject({
      reason: 'BOT_CHANGED',
    });
    expect(JSON.stringify(await bodyOf(each.restoreVersion(ofFirst)))).toContain('One');
    expect(await firstWords(publicId)).toBe('Two');
    const rolledBack = await bodyOf(each.rollbackBot(ofFirst));
    expect(rolledBack).toEqual({ publicId, version: { id: first, number: 1 } });
    expect(await firstWords(publicId)).toBe('One');
  });

  test('are found only with their own bot', async () => {
    const { botId } = await twice();
    const { first: versionId, second } = await twice();
    const missing = { reason: 'VERSION_NOT_FOUND', code: 'NOT_FOUND' };
    for (const operation of [
      'readVersion',
      'diffVersion',
      'restoreVersion',
      'rollbackBot',
    ] as const) {
      const refusal = await refusalOf(each[operation]({ botId, versionId }));
      expect([operation, refusal]).toMatchObject([operation, missing]);
    }
    const [, own] = await versionsOf(botId);
    const against = { botId, versionId: own?.['id'], against: second };
    expect(await refusalOf(each.diffVersion(against))).toMatchObject(missing);
  });
});

describe('an earlier version', () => {
  test('is live again after one call; the draft stays', async () => {
    const { botId, publicId, first } = await twice();
    await bodyOf(transport.updateBot({ botId, bot: saying('Three') }));
    const done = await apply('rollbackBot', { botId, versionId: first });
    const live = { number: 1 };
    expect(done).toMatchObject({ bot: { publishedVersion: live }, version: live });
    expect(JSON.stringify(done)).toContain('Three');
    expect(await firstWords(publicId)).toBe('One');
    const { version } = await bodyOf(transport.publishBot({ botId }));
    expect(version.number).toBe(3);
    expect(await firstWords(publicId)).toBe('Three');
  });

  test('does not change running chats', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(parrot));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    await bodyOf(transport.updateBot({ botId, bot: saying('New') }));
    await bodyOf(transport.publishBot({ botId }));
    const [, first] = await versionsOf(botId);
    const late = await bodyOf(transport.startChat({ publicId }));
    expect(late.messages[0]?.content['plainText']).toBe('New');
    await apply('rollbackBot', { botId, versionId: first?.['id'] });
    const { messages } = await bodyOf(transport.continueChat({ sessionId, message: 'polly' }));
    expect(messages[0]?.content['plainText']).toBe('You said polly');
  });

  test('becomes the draft again; the live version stays', async () => {
    const { botId, publicId, first } = await twice();
    const done = await apply('restoreVersion', { botId, versionId: first });
    expect(JSON.stringify(partAt(done, 'bot.draft'))).toContain('One');
    expect(await firstWords(publicId)).toBe('Two');
  });

  test('becomes the draft without credentials that were deleted since', async () => {
    const workspaceId = await makeWorkspace(transport);
    const credentials = { type: 'openai', name: 'Ours', data: { apiKey: 'sk-1' } };
    const { credentialsId } = await bodyOf(transport.saveCredentials({ workspaceId, credentials }));
    const asking = { id: 'b', type: 'openai', options: { credentialsId } };
    const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [asking] };
    const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: { groups: [group] } }));
    const { version } = await bodyOf(transport.publishBot({ botId: bot.id }));
    await bodyOf(transport.deleteCredentials({ workspaceId, credentialsId }));
    const sent = { botId: bot.id, versionId: version.id };
    expect(JSON.stringify(await bodyOf(transport.restoreVersion(sent)))).not.toContain(
      credentialsId,
    );
  });

  test('does not replace a change of the draft that the caller has not seen', async () => {
    const { botId, first } = await twice();
    const { bot } = await ask('query ($botId: ID!) { bot(id: $botId) { revision } }', { botId });
    const { revision } = recordAt(bot);
    await bodyOf(transport.updateBot({ botId, bot: saying('Three') }));
    const input = { botId, versionId: first, ifRevision: revision };
    expect(await apply('restoreVersion', input)).toMatchObject({
      userErrors: [{ reason: 'BOT_CHANGED' }],
    });
    expect(JSON.stringify(await bodyOf(transport.readBot({ botId })))).toContain('Three');
  });

  test('of another bot is not found', async () => {
    const { botId } = await twice();
    const { first } = await twice();
    for (const mutation of ['rollbackBot', 'restoreVersion']) {
      expect(await apply(mutation, { botId, versionId: first })).toMatchObject({
        bot: null,
        userErrors: [{ reason: 'VERSION_NOT_FOUND' }],
      });
    }
  });

  test('publishes a bot that has lost its address', async () => {
    const { botId, first } = await twice();
    await bodyOf(transport.updateBot({ botId, bot: { publicId: null } }));
    const done = await apply('rollbackBot', { botId, versionId: first });
    expect(await firstWords(textAt(done, 'bot.publicId'))).toBe('One');
  });
});

test('publishing and updating at once lose nothing: each version is an earlier draft, and the last draft stays', async () => {
  const { botId } = await makePublished(transport, saying('0'));
  const texts = Array.from({ length: 25 }, (_, index) => `Text ${index + 1}`);
  await Promise.all(
    texts.flatMap((text) => [
      bodyOf(transport.updateBot({ botId, bot: saying(text) })),
      bodyOf(transport.publishBot({ botId })),
    ]),
  );
  const query = `query ($botId: ID!) { bot(id: $botId) {
    revision draft versions { nodes { number definition } } } }`;
  const { bot } = await ask(query, { botId });
  const { revision, draft } = recordAt(bot);
  const versions = recordsAt(bot, 'versions.nodes');
  expect(revision).toBe(2 + 50);
  const wordsIn = (flow: unknown) => /"text":"([^"]+)"/.exec(JSON.stringify(flow))?.[1];
  expect(texts).toContain(wordsIn(draft));
  const numbers = versions.map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 26 }, (_, index) => 26 - index));
  for (const { definition } of versions) {
    expect(['0', ...texts]).toContain(wordsIn(definition));
  }
  await bodyOf(transport.publishBot({ botId }));
  const { publishedBot } = await bodyOf(transport.readPublished({ botId }));
  expect(wordsIn(publishedBot?.['groups'])).toBe(wordsIn(draft));
});

test('two versions of an unchanged bot do not differ', async () => {
  const { botId } = await makePublished(transport, botOf(interview));
  await bodyOf(transport.publishBot({ botId }));
  const query = `query ($botId: ID!) { bot(id: $botId) { versions(first: 1) { nodes { diff { kind } } } } }`;
  expect(await ask(query, { botId })).toEqual({ bot: { versions: { nodes: [{ diff: [] }] } } });
});
