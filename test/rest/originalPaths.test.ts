import { describe, expect, test } from '@jest/globals';
import { originalPaths } from '../../src/rest/originalPaths.js';
import { TOKEN } from '../support/app.js';
import { application, botOf, interview, listener } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { callsOfOriginal, said } from '../support/original.js';
import { partAt } from '../support/parts.js';
import { textOf as textOfFile } from '../support/repository.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);
const { call, startOf } = callsOfOriginal(app);
const owner = { authorization: `Bearer ${TOKEN}` };

/** A started chat of a bot that was published. */
async function chatOf(sketch: Parameters<typeof botOf>[0]) {
  const made = await makePublished(rest, botOf(sketch));
  const { sessionId, resultId } = (await startOf(made.publicId)).body;
  return { ...made, sessionId: String(sessionId), resultId: String(resultId) };
}

const linking = { blocks: [{ type: 'Typebot link', options: { typebotId: 'other' } }] };

/** A bot in the format of the original. */
const linked = botOf({
  groups: {
    Start: [{ ...say('Hi'), to: 'Other' }],
    Other: [{ type: 'Typebot link', options: { typebotId: 'other' } }],
  },
});

/** A bot that was made through the original API, the only one of its workspace. */
async function ownBot() {
  const workspaceId = await makeWorkspace(rest);
  const { body } = await call('POST /v1/typebots', { workspaceId, typebot: linked }, owner);
  return { body, workspaceId, botId: String(partAt(body, 'typebot.id')) };
}

/** The call of each address, and the expected response. */
const calls: Readonly<Record<string, () => Promise<void>>> = {
  '/v1/typebots/{publicId}/startChat, post /v1/bots/{publicId}/startChat': async () => {
    const { publicId, botId } = await makePublished(rest, botOf(interview));
    const prefilledVariables = { Name: 'Ada' };
    const started = await startOf(publicId, { isStreamEnabled: true, prefilledVariables });
    expect([started.status, said(started)]).toEqual([200, 'Welcome!']);
    expect(started.body).toMatchObject({
      typebot: { id: botId, version: '6', theme: {}, settings: {} },
      input: { prefilledValue: 'Ada' },
      clientSideActions: [],
      logs: [],
    });
    expect(started.body).not.toHaveProperty('bot');
  },
  '/v1/typebots/{typebotId}/preview/startChat, post /v1/bots/{botId}/preview/startChat':
    async () => {
      const { botId } = await makePublished(rest, botOf(interview));
      const typebot = {
        id: 'mine',
        ...botOf({ groups: { Start: [say('A draft'), ask('date input')] } }),
      };
      const address = `POST /v1/typebots/${botId}/preview/startChat`;
      expect(said(await call(address))).toBe('Welcome!');
      expect(said(await call(address, { typebot: botId }))).toBe('Welcome!');
      const started = await call(address, { typebot }, owner);
      expect(said(started)).toBe('A draft');
      expect(started.body).toMatchObject({ typebot: { id: 'mine' } });
      expect(started.body['typebot']).not.toHaveProperty('publishedAt');
    },
  '/v1/sendMessage, post /v1/bots/{publicId}/startChat': async () => {
    const { publicId, botId } = await makePublished(rest, botOf(interview));
    const startParams = {
      typebot: publicId,
      isPreview: false,
      prefilledVariables: { Name: 'Ada' },
    };
    const started = await call('POST /v1/sendMessage', { startParams });
    expect(started.body).toMatchObject({
      typebot: { id: botId },
      input: { prefilledValue: 'Ada' },
    });
  },
  '/v1/sendMessage, post /v1/bots/{botId}/preview/startChat': async () => {
    const { botId } = await makePublished(
      rest,
      botOf({ groups: { Start: [say('Hi')], Other: [say('There')] } }),
    );
    const startParams = { typebot: botId, isPreview: true, startGroupId: 'Other' };
    expect(said(await call('POST /v1/sendMessage', { startParams }))).toBe('There');
    const typebot = { id: botId, ...botOf({ groups: { Start: [say('A draft')] } }) };
    const sent = { startParams: { typebot, isPreview: true } };
    expect(said(await call('POST /v1/sendMessage', sent, owner))).toBe('A draft');
  },
  '/v1/sendMessage, post /v1/sessions/{sessionId}/continueChat': async () => {
    const { sessionId } = await chatOf(interview);
    const turn = await call('POST /v1/sendMessage', { sessionId, message: 'Ada' });
    expect(said(turn)).toBe('Hi Ada, how old are you?');
    expect(turn.body).toMatchObject({ clientSideActions: [], logs: [] });
  },
  '/v1/typebots/{typebotId}/results, get /v1/bots/{botId}/results': async () => {
    const { botId, resultId } = await chatOf(interview);
    const { body } = await call(
      `GET /v1/typebots/${botId}/results?limit=1&timeFilter=today`,
      undefined,
      owner,
    );
    expect(body).toMatchObject({ results: [{ id: resultId, typebotId: botId }], nextCursor: null });
  },
  '/v1/typebots/{typebotId}/results, delete /v1/bots/{botId}/results': async () => {
    const { botId, resultId } = await chatOf(interview);
    const { body } = await call(
      `DELETE /v1/typebots/${botId}/results?resultIds=${resultId}`,
      undefined,
      owner,
    );
    expect(body).toEqual({ deletedCount: 1 });
  },
  '/v1/typebots/{typebotId}/results/{resultId}, get /v1/bots/{botId}/results/{resultId}':
    async () => {
      const { botId, resultId } = await chatOf(interview);
      const { body } = await call(
        `GET /v1/typebots/${botId}/results/${resultId}`,
        undefined,
        owner,
      );
      expect(body).toMatchObject({ result: { id: resultId, typebotId: botId } });
      expect(body['result']).not.toHaveProperty('botId');
    },
  '/v1/typebots/{typebotId}/results/{resultId}/logs, get /v1/bots/{botId}/results/{resultId}/logs':
    async () => {
      const { botId, resultId } = await chatOf(interview);
      const { body } = await call(
        `GET /v1/typebots/${botId}/results/${resultId}/logs`,
        undefined,
        owner,
      );
      expect(body).toEqual({ logs: [] });
    },
  '/v1/typebots/{typebotId}/results/{resultId}/transcript, get /v1/bots/{botId}/results/{resultId}/transcript':
    async () => {
      const { botId, resultId } = await chatOf(interview);
      const { body } = await call(
        `GET /v1/typebots/${botId}/results/${resultId}/transcript`,
        undefined,
        owner,
      );
      expect(body).toMatchObject({ transcript: [{ role: 'BOT', text: 'Welcome!' }] });
    },
  '/v1/typebots/{typebotId}/blocks/{blockId}/results/{resultId}/executeWebhook, post /v1/bots/{botId}/blocks/{blockId}/results/{resultId}/executeWebhook':
    async () => {
      const { botId, resultId } = await chatOf(listener);
      const address = `POST /v1/typebots/${botId}/blocks/Start.1/results/${resultId}/executeWebhook`;
      expect((await call(address, { name: 'Ada' }, owner)).body).toMatchObject({ turn: 2 });
    },
  '/v1/typebots/{typebotId}/blocks/{blockId}/sessions/{sessionId}/executeWebhook, post /v1/bots/{botId}/blocks/{blockId}/sessions/{sessionId}/executeWebhook':
    async () => {
      const { botId, sessionId } = await chatOf(listener);
      const address = `POST /v1/typebots/${botId}/blocks/Start.1/sessions/${sessionId}/executeWebhook`;
      expect((await call(address, { name: 'Ada' }, owner)).body).toMatchObject({ turn: 2 });
    },
  '/v1/typebots/{typebotId}/blocks/{blockId}/web/executeWebhook, post /v1/bots/{botId}/blocks/{blockId}/web/executeWebhook':
    async () => {
      const { botId } = await makePublished(rest, botOf(listener));
      await call(`POST /v1/typebots/${botId}/preview/startChat`, {}, owner);
      const address = `POST /v1/typebots/${botId}/blocks/Start.1/web/executeWebhook`;
      expect((await call(address, { name: 'Ada' }, owner)).body).toMatchObject({ turn: 2 });
    },
  '/v1/typebots, get /v1/bots': async () => {
    const { botId, workspaceId } = await ownBot();
    const { body } = await call(`GET /v1/typebots?workspaceId=${workspaceId}`, undefined, owner);
    expect(body).toMatchObject({ typebots: [{ id: botId, publishedTypebotId: null }] });
    expect(body).not.toHaveProperty('bots');
  },
  '/v1/typebots, post /v1/bots': async () => {
    const workspaceId = await makeWorkspace(rest);
    const typebot = { name: 'Empty' };
    const { body } = await call('POST /v1/typebots', { workspaceId, typebot }, owner);
    expect(body).toMatchObject({ typebot: { workspaceId, name: 'Empty' } });
  },
  '/v1/typebots, post /v1/bots/import': async () => {
    const { body, workspaceId } = await ownBot();
    expect(body['typebot']).toMatchObject({ workspaceId, groups: [{}, linking] });
    expect(body).not.toHaveProperty('bot');
  },
  '/v1/typebots/import, post /v1/bots/import': async () => {
    const workspaceId = await makeWorkspace(rest);
    const sent = { workspaceId, typebot: { ...linked, id: 'theirs', publicId: 'theirs' } };
    const { body } = await call('POST /v1/typebots/import', sent, owner);
    expect(body['typebot']).toMatchObject({ workspaceId, groups: [{}, linking] });
  },
  '/v1/typebots/{typebotId}, get /v1/bots/{botId}': async () => {
    const { botId } = await ownBot();
    const { body } = await call(`GET /v1/typebots/${botId}`, undefined, owner);
    expect(body).toMatchObject({
      typebot: { id: botId, groups: [{}, linking] },
      currentUserMode: 'write',
    });
    const ours = await bodyOf(rest.readBot({ botId }));
    expect(ours.bot).toMatchObject({ groups: [{}, { blocks: [{ type: 'Bot link' }] }] });
  },
  '/v1/typebots/{typebotId}, patch /v1/bots/{botId}': async () => {
    const { botId } = await ownBot();
    const typebot = { name: 'New', settings: { whatsApp: { isEnabled: false } } };
    const { body } = await call(`PATCH /v1/typebots/${botId}`, { typebot }, owner);
    expect(body['typebot']).toMatchObject({ ...typebot, groups: [{}, linking] });
  },
  '/v1/typebots/{typebotId}, delete /v1/bots/{botId}': async () => {
    const { botId } = await ownBot();
    const { body } = await call(`DELETE /v1/typebots/${botId}`, undefined, owner);
    expect(body).toEqual({ message: 'success', deletedId: botId });
  },
  '/v1/typebots/{typebotId}/publish, post /v1/bots/{botId}/publish': async () => {
    const { botId } = await ownBot();
    const { body } = await call(`POST /v1/typebots/${botId}/publish`, undefined, owner);
    expect(body).toMatchObject({ message: 'success', version: { number: 1 } });
  },
  '/v1/typebots/{typebotId}/unpublish, post /v1/bots/{botId}/unpublish': async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    const { body } = await call(`POST /v1/typebots/${botId}/unpublish`, {}, owner);
    expect(body).toMatchObject({ message: 'success' });
    expect((await startOf(publicId)).status).toBe(404);
  },
  '/v1/generate-upload-url, post /v3/generate-upload-url': async () => {
    const { sessionId } = await chatOf(application);
    const filePathProps = { sessionId, fileName: 'cv.pdf' };
    const { body } = await call('POST /v1/generate-upload-url', {
      filePathProps,
      fileType: 'application/pdf',
    });
    expect(body).toMatchObject({
      presignedUrl: expect.any(String),
      fileUrl: expect.stringMatching(/\.pdf$/),
    });
  },
  '/v2/generate-upload-url, post /v3/generate-upload-url': async () => {
    const { sessionId } = await chatOf(application);
    const sent = { sessionId, fileName: 'cv.pdf', fileType: 'application/pdf' };
    const { body } = await call('POST /v2/generate-upload-url', sent);
    expect(body).toMatchObject({
      formData: expect.any(Object),
      fileUrl: expect.stringMatching(/\.pdf$/),
    });
  },
};

const nameOf = ({ path, serves }: (typeof originalPaths)[number]): string => `${path}, ${serves}`;

describe('a caller of the original finds', () => {
  test.each(originalPaths.map(nameOf))('%s', async (name) => calls[name]?.());

  test('no address without a test here', () => {
    expect(originalPaths.map(nameOf).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test('every address in the guide', () => {
    const guide = textOfFile('docs/guide/move-here.md');
    for (const { path, serves } of originalPaths) {
      expect(guide).toContain(`| \`${String(serves.split(' ')[0]).toUpperCase()} ${path}\` |`);
    }
  });
});
