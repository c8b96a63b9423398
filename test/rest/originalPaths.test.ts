import { describe, expect, test } from '@jest/globals';
import { originalPaths } from '../../src/rest/originalPaths.js';
import { TOKEN } from '../support/app.js';
import { application, botOf, interview, listener } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { callsOfOriginal, said } from '../support/originalCalls.js';
import { textOf as textOfFile } from '../support/repository.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

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

/** What a caller sends to each address, and what it reads. */
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

  test('no address that is not tried here', () => {
    expect(originalPaths.map(nameOf).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test('every address in the guide', () => {
    const guide = textOfFile('docs/guide/move-here.md');
    for (const { path, serves } of originalPaths) {
      expect(guide).toContain(`| \`${String(serves.split(' ')[0]).toUpperCase()} ${path}\` |`);
    }
  });
});
