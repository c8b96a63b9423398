import { expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';
import { CANARY } from '../support/vendorCall.js';
import { events, json, useVendor } from '../support/vendorServer.js';

const vendor = useVendor();
const around = { http: createHttp({ allowedHosts: ['127.0.0.1'] }) };
const app = useApp({}, around);
const rest = restOf(app);

const SOUND = Buffer.from('ID3 Porto is blue');
const functionCall = {
  ...{ index: 0, id: 'c0', type: 'function' },
  function: { name: 'remember', arguments: '{"city":"Porto"}' },
};
const finding = '{"Name":"Ada","Age":36}';

/** A bot with a model that calls a function, speech from its answer, and values extracted from a text. */
async function publish(): Promise<string> {
  const workspaceId = await makeWorkspace(rest);
  const data = { apiKey: CANARY, baseUrl: vendor.url() };
  const credentials = { type: 'openai', name: 'Ours', data };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const openai = (options: object) => ({ type: 'openai', options: { credentialsId, ...options } });
  const parameters = [{ type: 'string', name: 'city', required: true }];
  const code = 'setVariable("City", city + " for " + {{Said}}); return "noted"';
  const bot = botOf({
    variables: { Said: null, City: null, Answer: null, Sound: null, Name: null, Age: null },
    groups: {
      Start: [{ ...ask('text input', 'Said'), to: 'Answer' }],
      Answer: [
        openai({
          ...{ action: 'Create chat completion', model: 'm' },
          messages: [{ role: 'user', content: '{{Said}}' }],
          tools: [{ type: 'function', name: 'remember', parameters, code }],
          responseMapping: [{ variableId: 'vAnswer' }],
        }),
        say('{{City}}: {{Answer}}'),
        openai({ action: 'Create speech', input: '{{Answer}}', saveUrlInVariableId: 'vSound' }),
        say('{{Sound}}'),
        openai({
          ...{ action: 'Generate variables', model: 'm', prompt: '{{Said}}' },
          variablesToExtract: [
            { type: 'string', variableId: 'vName' },
            { type: 'number', variableId: 'vAge' },
          ],
        }),
        say('{{Name}} is {{Age}}'),
        ask('text input', 'Said'),
      ],
    },
  });
  return (await publishIn(rest, workspaceId, bot)).publicId;
}

test('a model calls functions that set variables, generates speech and fills variables, and its key appears nowhere', async () => {
  const publicId = await publish();
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
  const says = (content: string) =>
    events([{ choices: [{ delta: { content }, finish_reason: 'stop' }], usage }, '[DONE]']);
  vendor.answer(
    events([
      { choices: [{ delta: { tool_calls: [functionCall] }, finish_reason: 'tool_calls' }], usage },
      '[DONE]',
    ]),
    says('Blue'),
    (response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(SOUND),
    says(finding),
  );
  const reply = await bodyOf(rest.continueChat({ sessionId, message: 'Ada, 36' }));
  const [answer, sound, found] = reply.messages.map(({ content }) => content['plainText']);
  expect([answer, found]).toEqual(['Porto for Ada, 36: Blue', 'Ada is 36']);
  const recording = await fetch(String(sound));
  expect(recording.headers.get('content-type')).toBe('audio/mpeg');
  expect(Buffer.from(await recording.arrayBuffer())).toEqual(SOUND);
  expect(vendor.requests.map(({ path }) => path)).toEqual([
    ...['/chat/completions', '/chat/completions', '/audio/speech', '/chat/completions'],
  ]);
  const metrics = await (await fetch(`${app().url}/metrics`)).text();
  expect(metrics).toContain('parley_model_tokens_total{vendor="openai",kind="prompt"} 15');

  vendor.answer(json({ error: { message: `No credit for ${CANARY}` } }, 402));
  const { logs } = await bodyOf(rest.continueChat({ sessionId, message: 'Again' }));
  expect(logs ?? []).not.toContainEqual(expect.stringContaining(CANARY));
  const stored = await rowsOf(
    app().databaseUrl,
    `select events::text as text from chat_event union all select state::text from chat_session`,
  );
  expect(stored.length).toBeGreaterThan(2);
  expect(JSON.stringify(stored)).not.toContain(CANARY);
});
