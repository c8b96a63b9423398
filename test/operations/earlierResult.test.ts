import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { bodyOf, transportNames, openTransport, type ReplyShown } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, useApp } from '../support/useApp.js';

const app = useApp();
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
