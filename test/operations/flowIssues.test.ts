import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { ask as asking } from '../support/flowOf.js';
import { recordsAt } from '../support/parts.js';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';

const app = useApp();
const query = 'query ($flow: FlowOverride!) { flowIssues(flow: $flow) { level code message } }';
const check = (flow: object) =>
  queryGraphql(app().url, { query, variables: { flow } }, { token: null });

test('a flow is checked without a token and without being stored', async () => {
  const flow = { ...botOf(interview), version: '6' };
  expect(await check(flow)).toMatchObject({ data: { flowIssues: [] } });
  const { data } = await check({ ...flow, edges: [] });
  expect(data).toMatchObject({
    flowIssues: expect.arrayContaining([
      expect.objectContaining({ level: 'ERROR', code: 'EDGE_NOT_FOUND' }),
    ]),
  });
});

test('a file that is not a flow is refused with its place', async () => {
  const { errors } = await check({ version: '6', groups: 'none' });
  expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('flow.events') });
});

const issuesOf = async (blocks: readonly { readonly type: string }[]) => {
  const variables = { Price: '30', Mail: null, Site: null };
  const flow = { ...botOf({ variables, groups: { Start: blocks } }), version: '6' };
  const { data } = await check(flow);
  const issues = (data?.['flowIssues'] ?? []) as { code: string; message: string }[];
  return issues.filter(({ code }) => code.includes('FROM_VISITOR')).map(({ code }) => code);
};
const paying = { type: 'payment input', options: { amount: '{{Price}}', currency: 'EUR' } };
const mailing = { type: 'Email', options: { recipients: ['me@example.com'], bcc: ['{{Mail}}'] } };
const gmail = { type: 'gmail', options: { action: 'Send email', to: '{{Mail}}' } };
const request = { type: 'Webhook', options: { webhook: { url: 'https://{{Site}}/in' } } };
const redirect = { type: 'Redirect', options: { url: '{{Site}}' } };
const set = (variableId: string, expressionToEvaluate: string) => ({
  ...{ type: 'Set variable', options: { variableId, expressionToEvaluate } },
});

test.each([
  [
    'an amount',
    paying,
    'AMOUNT_FROM_VISITOR',
    set('vPrice', '30'),
    asking('number input', 'Price'),
  ],
  [
    'a currency',
    { type: 'payment input', options: { amount: '30', currency: '{{Price}}' } },
    'AMOUNT_FROM_VISITOR',
    set('vPrice', 'EUR'),
    set('vPrice', '{{Price}} + 5'),
  ],
  [
    'who gets a copy',
    mailing,
    'RECIPIENT_FROM_VISITOR',
    asking('email input', 'Mail'),
    asking('text input', 'Mail'),
  ],
  [
    'who gets a mail',
    gmail,
    'RECIPIENT_FROM_VISITOR',
    set('vMail', 'a@example.com'),
    asking('text input', 'Mail'),
  ],
  [
    'the host of a request',
    request,
    'REQUEST_HOST_FROM_VISITOR',
    set('vSite', 'example.com'),
    asking('url input', 'Site'),
  ],
  [
    'where a link leads',
    redirect,
    'REDIRECT_FROM_VISITOR',
    asking('url input', 'Site'),
    asking('url input', 'Mail'),
  ],
])('an author is told that visitors can say %s, until a block does', async (...row) => {
  const [, block, code, settling, open] = row;
  expect(await issuesOf([block])).toEqual([code]);
  expect(await issuesOf([open, block])).toEqual([code]);
  expect(await issuesOf([settling, block])).toEqual([]);
});

test('nothing is said of a request that the browser of the visitor sends', async () => {
  const ofClient = { ...request, options: { ...request.options, isExecutedOnClient: true } };
  expect(await issuesOf([ofClient])).toEqual([]);
});

test('nothing is said of a bot whose variables another bot may set', async () => {
  const link = { type: 'Bot link', options: { botId: 'bot_1', mergeResults: true } };
  expect(await issuesOf([link, paying])).toEqual([]);
  const apart = { type: 'Bot link', options: { botId: 'bot_1' } };
  expect(await issuesOf([apart, paying])).toEqual(['AMOUNT_FROM_VISITOR']);
});

test('a misspelt option, theme or setting is reported with the name that was probably meant', async () => {
  const rating = asking('rating input', undefined, {
    lenght: 5,
    labels: { lefft: 'Bad' },
    fromTheFuture: 1,
  });
  const sketch = {
    groups: { Start: [rating] },
    theme: { chat: { hostBubles: { color: '#000' } } },
    settings: { typingEmulation: { enabeld: true } },
  };
  const { data } = await check({ ...botOf(sketch), version: '6' });
  const messages = recordsAt(data, 'flowIssues').map(({ code, message }) => `${code} ${message}`);
  expect(messages).toEqual([
    expect.stringMatching(/^UNKNOWN_MEMBER .*Start.*\(options\.lenght: did you mean length\?\)$/),
    expect.stringMatching(/^UNKNOWN_MEMBER .*\(labels\.lefft: did you mean left\?\)$/),
    expect.stringMatching(/^UNKNOWN_MEMBER .*\(chat\.hostBubles: did you mean hostBubbles\?\)$/),
    expect.stringMatching(
      /^UNKNOWN_MEMBER .*\(typingEmulation\.enabeld: did you mean enabled\?\)$/,
    ),
  ]);
});

test('however many misspelt members a flow has, only so many are compared', async () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`other${n}`, n]));
  const rating = asking('rating input', undefined, { ...many, lenght: 5 });
  const { data } = await check({ ...botOf({ groups: { Start: [rating] } }), version: '6' });
  expect(data).toEqual({ flowIssues: [] });
});
