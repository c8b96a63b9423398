import { expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { useModel, type ModelCall } from '../support/modelServer.js';
import { partAt, textAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const model = useModel();
const app = useApp(
  { AI_BUDGETS: 'bot.calls=4' },
  { http: createHttp({ allowedHosts: ['127.0.0.1'] }) },
);
const rest = restOf(app);

const path = (number: number) => `/blocks/Start.${number}/content/richText`;

async function openBot(count: number) {
  const texts = Array.from({ length: count }, (_, index) => say(`Text ${index + 1}: {{Name}}`));
  const flow = {
    variables: { Name: null },
    groups: { Start: [...texts, ask('text input', 'Name')] },
  };
  const { botId, workspaceId } = await makePublished(rest, botOf(flow));
  const data = { apiKey: 'sk-canary-4712', baseUrl: model.url() };
  const credentials = { type: 'openai', name: 'Ours', data };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  await bodyOf(
    rest.setTranslations({
      ...{ botId, language: 'de', baseLanguage: 'en' },
      texts: [{ path: path(2), text: 'Von Hand: {{Name}}' }],
    }),
  );
  const draft = async (after = '') =>
    bodyOf(rest.draftTranslations({ botId, language: 'de', credentialsId, model: 'small', after }));
  return { botId, draft };
}

/** The texts that a model is sent, by their numbers. */
function sentTo({ body }: ModelCall): Record<string, string> {
  return JSON.parse(textAt(body, 'messages.1.content')) as Record<string, string>;
}

function answer(call: ModelCall, texts: object | string): void {
  call.say(
    typeof texts === 'string' ? texts : `Here it is:\n\`\`\`json\n${JSON.stringify(texts)}\n\`\`\``,
  );
  call.end();
}

async function translationsOf(botId: string): Promise<unknown> {
  const query = `query ($botId: ID!) { bot(id: $botId) {
    translations(language: "de", first: 3) { nodes { text state status } }
    aiUsage { calls tokens }
  } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  return partAt(data, 'bot');
}

test('a model drafts what is not translated, some texts at a time, and what lost a variable is not stored', async () => {
  const { botId, draft } = await openBot(23);
  const first = draft();
  const call = await model.next();
  expect(textAt(call.body, 'messages.0.content')).toContain('from en into de');
  const sent = sentTo(call);
  expect(sent).toMatchObject({
    1: 'Text 1: {{Name}}',
    2: 'Text 3: {{Name}}',
    20: 'Text 21: {{Name}}',
  });
  expect(Object.keys(sent)).toHaveLength(20);
  const german = Object.entries(sent).map(
    ([key, text]) => [key, text.replace('Text', 'Satz')] as const,
  );
  // Meanwhile somebody translates a text.
  await bodyOf(
    rest.setTranslations({
      botId,
      language: 'de',
      texts: [{ path: path(3), text: 'Drei {{Name}}' }],
    }),
  );
  answer(call, { ...Object.fromEntries(german), 4: 'Satz ohne Namen', 5: 7 });
  const done = await first;
  expect(done).toMatchObject({ drafted: 17, left: 2, next: path(21), error: '' });
  expect(done.refused).toEqual([
    { path: path(5), faults: ['{{Name}} is missing'] },
    { path: path(6), faults: ['The model gave no text'] },
  ]);
  const second = draft(done.next);
  const again = await model.next();
  expect(Object.values(sentTo(again))).toEqual(['Text 22: {{Name}}', 'Text 23: {{Name}}']);
  answer(again, { 1: 'Satz 22: {{Name}}', 2: 'Satz 23: {{Name}}' });
  expect(await second).toMatchObject({ drafted: 2, refused: [], left: 0, next: '' });
  expect(await translationsOf(botId)).toEqual({
    translations: {
      nodes: [
        { text: 'Satz 1: {{Name}}', state: 'INITIAL', status: 'TRANSLATED' },
        { text: 'Von Hand: {{Name}}', state: 'TRANSLATED', status: 'TRANSLATED' },
        { text: 'Drei {{Name}}', state: 'TRANSLATED', status: 'TRANSLATED' },
      ],
    },
    aiUsage: { calls: 2, tokens: 84 },
  });
});

test('a model that answers nothing that can be read drafts nothing, nor does one whose budget is spent', async () => {
  const { draft } = await openBot(3);
  const first = draft();
  answer(await model.next(), 'I would rather not.');
  expect(await first).toMatchObject({
    drafted: 0,
    error: 'The model did not answer with translations',
  });
  const second = draft();
  (await model.next()).refuse(401, '{"error":{"message":"Wrong key"}}');
  expect((await second).error).toContain('401');
  for (const text of ['Satz', 'Satz 2']) {
    const third = draft();
    answer(await model.next(), { 1: text, 2: text });
    expect(await third).toMatchObject({ drafted: 0, left: 0, next: '', refused: [{}, {}] });
  }
  expect((await draft()).error).toContain('The AI budget of this bot is spent');
  const nothing = await draft(path(3));
  expect(nothing).toMatchObject({ drafted: 0, refused: [], left: 0, next: '', error: '' });
});
