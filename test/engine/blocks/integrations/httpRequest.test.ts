import { describe, expect, test } from '@jest/globals';
import type { EffectResult, Effect } from '../../../../src/engine/interpreter/effect.js';
import { answerOf } from '../../../support/answerOf.js';
import { effectsIn } from '../../../support/valueAfter.js';
import { chat, transcript, type Sent } from '../../../support/chat.js';
import { ask, flowOf, say } from '../../../support/flowOf.js';

const URL = 'https://api.example.com/v1';
const variables = {
  Name: 'Ada "L"',
  List: ['a', 'b'],
  Key: 'x y&z',
  Empty: null,
  Body: '{"big":12345678901234567890}',
};

/** The request that a block with these options sends. */
function request(webhook: object, options: object = {}) {
  const [sent] = effectsIn({ type: 'Webhook', options: { ...options, webhook } }, variables);
  if (sent?.kind !== 'httpRequest') throw new Error('No request was sent');
  return sent;
}

function body(text: string, webhook: object = {}): string | undefined {
  return request({ url: URL, body: text, ...webhook }, { isCustomBody: true }).body;
}

describe('an HTTP request', () => {
  test('is a POST with a time-out of ten seconds and the state of the chat as its body', () => {
    const flow = flowOf({
      variables: { ...variables, Name: null },
      groups: {
        Start: [
          ask('text input', 'Name'),
          { type: 'Webhook', options: { webhook: { url: URL, body: '{{Name}}' } } },
        ],
      },
    });
    const asks: Effect[] = [];
    const answer = (asked: Effect): EffectResult => {
      asks.push(asked);
      return answerOf(asked);
    };
    chat(flow, ['Grace'], { answer });
    expect(asks[0]).toEqual({
      kind: 'httpRequest',
      method: 'POST',
      url: URL,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        submittedAt: '2025-01-02T03:04:05.000Z',
        Name: 'Grace',
        List: 'a,b',
        Key: 'x y&z',
        Body: variables.Body,
      }),
      timeoutMs: 10_000,
    });
  });

  test('has the time-out, method and proxy of its options', () => {
    const sent = request({ url: URL, method: 'PUT' }, { timeout: 120, proxyCredentialsId: 'p' });
    expect(sent).toMatchObject({ method: 'PUT', timeoutMs: 120_000, proxyCredentialsId: 'p' });
  });

  test('fills in its address and headers, and drops pairs without a key or a value', () => {
    const sent = request({
      url: ` ${URL}/{{Key}} `,
      method: 'GET',
      queryParams: [
        { id: '1', key: 'q', value: '{{Key}}' },
        { id: '2', key: 'q', value: 'é' },
        { id: '3', key: '', value: 'x' },
        { id: '4', key: 'y', value: '{{Empty}}' },
        { id: '5' },
      ],
      headers: [
        { id: '1', key: 'X-Name', value: '{{Key}}' },
        { id: '2', key: 'X-Empty', value: '' },
      ],
    });
    expect(sent).toEqual({
      kind: 'httpRequest',
      method: 'GET',
      url: `${URL}/x y&z?q=x%20y%26z&q=%C3%A9`,
      headers: { 'X-Name': 'x y&z' },
      timeoutMs: 10_000,
    });
    expect(
      request({ url: `${URL}?a=1`, queryParams: [{ id: '1', key: 'b', value: '2' }] }).url,
    ).toBe(`${URL}?a=1&b=2`);
  });

  test('encodes a user and a password, and does not change any other authorization', () => {
    const authorized = (key: string, value: string) =>
      request({ url: URL, method: 'GET', headers: [{ id: '1', key, value }] }).headers[key];
    expect(authorized('authorization', 'Basic ada:pässword')).toBe('Basic YWRhOnDDpHNzd29yZA==');
    expect(authorized('Authorization', 'Basic YWRhOng=')).toBe('Basic YWRhOng=');
    expect(authorized('Authorization', 'Bearer a:b')).toBe('Bearer a:b');
    expect(authorized('X-Other', 'Basic a:b')).toBe('Basic a:b');
  });

  test.each([
    [
      '{"name":"{{Name}}","list":{{List}},"n":{{= 1 + 1 =}}}',
      '{"name":"Ada \\"L\\"","list":["a","b"],"n":2}',
    ],
    ['{{Name}}', 'Ada "L"'],
    ['{{Body}}', variables.Body],
    ['{"id":12345678901234567890}', '{"id":12345678901234567890}'],
    ['not {"json', 'not {"json'],
    ['{{Empty}}', undefined],
  ])('with the body %j sends %j', (template, sent) => {
    expect(body(template)).toBe(sent);
  });

  test.each([
    ['<name>{{Name}}</name>', undefined, '<name>Ada "L"</name>'],
    ['Hello {{Name}}\n{{List}}', undefined, 'Hello Ada "L"\n["a","b"]'],
    ['{{Name}}: {{Key}}', undefined, 'Ada "L": x y&z'],
    ['["{{Name}}"', 'text/plain', '["Ada "L""'],
    ['name={{Name}}', 'application/x-www-form-urlencoded', 'name=Ada "L"'],
    ['{"n":{{Name}}}', undefined, '{"n":Ada \\"L\\"}'],
    ['"{{Name}}"', 'application/JSON', '"Ada \\"L\\""'],
    ['Hello {{Name}}', 'application/json', 'Hello Ada \\"L\\"'],
  ])(
    'writes values as they are into a body that is not JSON: %j of the type %p',
    (template, type, sent) => {
      const headers = type === undefined ? [] : [{ id: '1', key: 'Content-Type', value: type }];
      expect(body(template, { headers })).toBe(sent);
    },
  );

  test.each([
    ['name', 'Ada'],
    ['list[1].name', 'Bea'],
    ['name + String(6 * 7)', 'before'],
    ['name; throw 1', 'before'],
  ])(
    'reads a part of the response that a variable names, and runs nothing of it: %j',
    (path, found) => {
      const flow = flowOf({
        variables: { Path: path, Out: 'before' },
        groups: {
          Start: [
            {
              type: 'Webhook',
              options: {
                webhook: { url: URL },
                responseVariableMapping: [
                  { id: '1', variableId: 'vOut', bodyPath: 'data.{{Path}}' },
                ],
              },
            },
            say('{{Out}}'),
          ],
        },
      });
      const response = '{"name":"Ada","list":[{},{"name":"Bea"}]}';
      const answer = (asked: Effect): EffectResult =>
        asked.kind === 'httpRequest'
          ? { ok: true, value: { statusCode: 200, body: response } }
          : answerOf(asked);
      expect(transcript(flow, [], { answer })).toContain(`bot: ${found}`);
    },
  );

  test('sends the state of the chat if its own body is empty or is {{state}}', () => {
    expect(body('')).toContain('submittedAt');
    expect(body(' {{state}} ')).toContain('submittedAt');
    expect(request({ url: URL, body: 'ignored' }).body).toContain('submittedAt');
  });

  test('is encoded as a form if its content type says so', () => {
    const headers = [{ id: '1', key: 'content-type', value: 'application/x-www-form-urlencoded' }];
    expect(body('{"a":"x y","b":{"c":1},"d":2}', { headers })).toBe(
      'a=x%20y&b=%7B%22c%22%3A1%7D&d=2',
    );
    expect(body('[1]', { headers })).toBe('[1]');
    expect(body('a=1', { headers })).toBe('a=1');
    const json = [{ id: '1', key: 'Content-Type', value: 'application/ld+json' }];
    const sent = request({ url: URL, body: '{}', headers: json }, { isCustomBody: true });
    expect(sent).toMatchObject({ body: '{}', headers: { 'Content-Type': 'application/ld+json' } });
  });

  test('does nothing without a request, and logs a missing address', () => {
    const played = (block: object) =>
      transcript(flowOf({ groups: { Start: [{ type: 'Webhook', ...block }, say('on')] } }));
    expect(played({})).toEqual(['bot: on']);
    expect(played({ options: {} })).toEqual(['bot: on']);
    for (const webhook of [{}, { url: ' {{Nobody}} ' }]) {
      expect(played({ options: { webhook } })).toEqual([
        "log: error: Couldn't parse webhook attributes",
        'bot: on',
      ]);
    }
  });
});

describe('an HTTP request of the client', () => {
  function played(webhook: object, answers: readonly Sent[]): string[] {
    const options = {
      isExecutedOnClient: true,
      isCustomBody: true,
      webhook: { url: URL, ...webhook },
      responseVariableMapping: [{ id: '1', variableId: 'vX', bodyPath: 'statusCode + data.ok' }],
    };
    const flow = flowOf({
      variables: { X: 'nothing' },
      groups: { Start: [{ type: 'Webhook', options }, say('{{X}}')] },
    });
    return transcript(flow, answers);
  }

  const asked = { url: URL, method: 'POST', headers: {} };

  test('is sent to the client with its body as data and only the headers of its author, and the chat waits', () => {
    expect(played({ body: '{"a":[1]}' }, [])).toEqual([
      `! webhookToExecute ${JSON.stringify({ ...asked, body: { a: [1] } })} and waits`,
    ]);
    expect(played({ body: 'plain' }, [])).toEqual([
      `! webhookToExecute ${JSON.stringify({ ...asked, body: 'plain' })} and waits`,
    ]);
    expect(played({ method: 'GET' }, [])).toEqual([
      `! webhookToExecute ${JSON.stringify({ url: URL, method: 'GET', headers: {} })} and waits`,
    ]);
  });

  test('accepts a report with a status and data, without anything, or that is not JSON', () => {
    const reply = JSON.stringify({ statusCode: 200, data: { ok: '!' } });
    expect(played({}, [reply]).slice(1)).toEqual(['bot: 200!']);
    expect(played({}, [null]).slice(1)).toEqual(['bot: nothing']);
    for (const nonsense of ['what?', '{"data":1}']) {
      expect(played({}, [nonsense]).slice(1)).toEqual([
        'log: error: Provided response is not valid JSON',
        'bot: nothing',
      ]);
    }
  });
});

test.each(['Zapier', 'Make.com', 'Pabbly'])('%s gets a request like any other', (type) => {
  expect(effectsIn({ type, options: { webhook: { url: URL } } })).toMatchObject([
    { kind: 'httpRequest', method: 'POST', url: URL },
  ]);
});
