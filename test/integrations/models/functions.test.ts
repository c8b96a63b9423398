import { describe, expect, test } from '@jest/globals';
import { useSandboxes } from '../../support/sandboxes.js';
import { askVendor, type AskedAction } from '../../support/vendorCall.js';
import { events, useVendor } from '../../support/vendorServer.js';

const open = useSandboxes();

const vendor = useVendor();
const code = open({ workers: 1 });

const grants = { fetch: true, setVariable: true, console: true };
const script = (body: string, args: object[] = []) => ({
  ...{ kind: 'runScript', code: body, args, capabilities: grants },
});
const parameters = [
  { type: 'string', name: 'city', description: 'Where', required: true },
  { type: 'enum', name: 'unit', values: ['C', 'F'] },
];
const weather = {
  ...{ type: 'function', name: 'weather', description: 'The weather', parameters },
  script: script('setVariable("City", city); console.log("asked"); return { city, sky }', [
    { id: 'sky', value: 'blue' },
    { id: 'city', value: 'of the flow' },
  ]),
};

const wants = (calls: readonly (readonly [string, string])[]) =>
  events([
    ...calls.map(([name, given], index) => ({
      choices: [
        {
          delta: {
            tool_calls: [
              { index, id: `c${index}`, type: 'function', function: { name, arguments: given } },
            ],
          },
        },
      ],
    })),
    { choices: [{ delta: {}, finish_reason: 'tool_calls' }], usage: USED },
    '[DONE]',
  ]);
const USED = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
const says = (content: string) =>
  events([{ choices: [{ delta: { content }, finish_reason: 'stop' }], usage: USED }, '[DONE]']);

const ask = (tools: unknown, more: Partial<AskedAction> = {}) =>
  askVendor({
    ...{ type: 'openai', action: 'Create chat completion', code },
    options: { model: 'm', messages: [{ role: 'user', content: 'Weather?' }], tools },
    data: { baseUrl: vendor.url() },
    ...more,
  });
const resultsIn = (index: number) =>
  [vendor.requests[index]?.body['messages']]
    .flat()
    .flatMap((one) => (typeof one === 'object' && one && 'tool_call_id' in one ? [one] : []));

describe('a model that may call functions', () => {
  test('gets their results, and the chat what they set; every request is counted', async () => {
    vendor.answer(wants([['weather', '{"city":"Porto"}']]), says('Blue in Porto'));
    const { result, shown, tokens } = await ask([weather]);
    expect(result).toEqual({
      ok: true,
      value: {
        'Message content': 'Blue in Porto',
        ...{ 'Total tokens': 14, 'Prompt tokens': 10, 'Completion tokens': 4 },
      },
      assignments: [{ name: 'City', value: 'Porto' }],
      printed: ['weather: asked'],
    });
    expect(shown).toEqual(['Blue in Porto']);
    expect(tokens).toEqual(
      [1, 2].map(() => ({
        ...{ vendor: 'openai', model: 'm', botId: 'bot_1', total: 7, prompt: 5, completion: 2 },
      })),
    );
    expect(vendor.requests[0]?.body['tools']).toEqual([
      {
        type: 'function',
        function: {
          ...{ name: 'weather', description: 'The weather' },
          parameters: {
            type: 'object',
            properties: {
              city: { type: 'string', description: 'Where' },
              unit: { type: 'string', enum: ['C', 'F'] },
            },
            required: ['city'],
            additionalProperties: false,
          },
        },
      },
    ]);
    expect(resultsIn(1)).toEqual([
      { role: 'tool', tool_call_id: 'c0', content: '{"city":"Porto","sky":"blue"}' },
    ]);
    expect(vendor.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key',
      'key-2',
    ]);
  });

  test('receives the error of a function, and goes on', async () => {
    const broken = { name: 'broken', script: script('throw new Error("no oven")') };
    vendor.answer(
      wants([
        ['broken', '{}'],
        ['weather', 'not json'],
        ['nobodys', '{}'],
        ['empty', ''],
      ]),
      says('Sorry'),
    );
    const { result } = await ask([broken, weather, { name: 'empty' }, { script: 7 }, 'none']);
    expect(result).toMatchObject({ ok: true, printed: ['broken: it failed: Error: no oven'] });
    expect(resultsIn(1).map((one) => ('content' in one ? one.content : ''))).toEqual([
      'Error: no oven',
      'The arguments are not a JSON object',
      'There is no function nobodys',
      'There is no function empty',
    ]);
  });

  test('gets at most seven requests, and calls at most twenty functions', async () => {
    vendor.answer(wants([['weather', '{"city":"Porto"}']]));
    const { result } = await ask([weather]);
    expect(result).toEqual({
      ok: false,
      error: 'The service failed: it called functions in more than 6 rounds',
    });
    expect(vendor.requests).toHaveLength(7);
    const many = Array.from({ length: 21 }, (_, n) => ['weather', `{"city":"${n}"}`] as const);
    vendor.answer(wants(many), says('Enough'));
    expect((await ask([weather])).result).toMatchObject({ ok: true });
    expect(resultsIn(1).at(-1)).toMatchObject({ content: 'Too many functions were called' });
  });

  test('calls no more functions once nobody needs the answer', async () => {
    const abandon = new AbortController();
    const answer = wants([['weather', '{"city":"Porto"}']]);
    vendor.answer((response, request) => {
      abandon.abort();
      return answer(response, request);
    });
    const { result } = await ask([weather], { origin: { abandoned: abandon.signal } });
    expect(result).toEqual({ ok: false, error: 'The service failed: the request was stopped' });
    expect(vendor.requests).toHaveLength(1);
  });
});
