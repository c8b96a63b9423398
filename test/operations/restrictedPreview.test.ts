import { describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { bodyOf, transportNames, openTransport, type ReplyShown } from '../support/transports.js';
import { ask, say, type BlockSketch, type FlowSketch } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { partAt } from '../support/parts.js';

const outside = useModel();
const app = useApp({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' });
const anyone = { token: null };
const said = ({ messages }: ReplyShown) => messages.map(({ content }) => content['plainText']);
const details = ({ logs }: ReplyShown) => JSON.stringify(logs);
const RESTRICTED = 'this preview is restricted';

/** A flow that, after one question, sends data in every way that it can. */
const sending = (url: string, credentialsId = 'none'): FlowSketch => ({
  variables: { Got: null },
  groups: {
    Start: [
      ask('text input'),
      { type: 'Webhook', options: { webhook: { url, method: 'POST', body: '{}' } } },
      script(`setVariable('Got', 2 * 21)`),
      script(`await fetch(${JSON.stringify(url)})`),
      {
        type: 'openai',
        options: {
          credentialsId,
          baseUrl: url,
          action: 'Create chat completion',
          messages: [{ role: 'user', content: 'Hi' }],
        },
      },
      say('Got {{Got}}'),
    ],
  },
});

function script(content: string): BlockSketch {
  return { type: 'Code', options: { content, isExecutedOnClient: false } };
}

describe.each(transportNames)('a preview over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const make = async (workspaceId: string, sketch: FlowSketch) =>
    (await bodyOf(transport.createBot({ workspaceId, bot: botOf(sketch) }))).bot.id;
  const openai = async (workspaceId: string) => {
    const data = { apiKey: 'sk-x', baseUrl: outside.url() };
    const credentials = { type: 'openai', name: 'Ours', data };
    return (await bodyOf(transport.saveCredentials({ workspaceId, credentials }))).credentialsId;
  };
  const guest = async (workspaceId: string, botId: string, type: string) => {
    const { databaseUrl } = app();
    const token = await saveUser(databaseUrl, { workspaceId, role: 'GUEST' });
    await rowsOf(
      databaseUrl,
      `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
        select $1, user_id, $2, now(), now() from member
        where workspace_id = $3 and role = 'GUEST' order by created_at desc limit 1`,
      [botId, type, workspaceId],
    );
    return { token };
  };
  const playOn = async (sent: object, calling: { token: string | null }) => {
    const { sessionId } = await bodyOf(
      transport.startPreview({ botId: 'bot_none', ...sent }, calling),
    );
    return bodyOf(transport.continueChat({ sessionId, message: 'Go' }, anyone));
  };

  test('sends no requests without a token, whatever hosts are allowed, logs that, and goes on', async () => {
    const workspaceId = await makeWorkspace(transport);
    const sketch = sending(outside.url(), await openai(workspaceId));
    const botId = await make(workspaceId, sketch);
    const bot = { ...botOf(sketch), version: '6' };
    const before = outside.count();
    for (const sent of [{ botId }, { botId, bot }, { bot }]) {
      const reply = await playOn(sent, anyone);
      expect(said(reply)).toEqual(['Got 42']);
      expect(reply.logs).toHaveLength(3);
      expect(details(reply).split(RESTRICTED)).toHaveLength(4);
    }
    expect(outside.count()).toBe(before);
  });

  test('of a flow sent along sends no requests and uses no credentials for a guest who may only read the bot', async () => {
    const workspaceId = await makeWorkspace(transport);
    const botId = await make(workspaceId, { groups: { Start: [say('Stored')] } });
    const bot = { ...botOf(sending(outside.url(), await openai(workspaceId))), version: '6' };
    const before = outside.count();
    const reply = await playOn({ botId, bot }, await guest(workspaceId, botId, 'READ'));
    expect(details(reply).split(RESTRICTED)).toHaveLength(4);
    expect(outside.count()).toBe(before);
  });

  test('and a bot that a guest saves use only credentials that the bot already has', async () => {
    const workspaceId = await makeWorkspace(transport);
    const [used, another] = [await openai(workspaceId), await openai(workspaceId)];
    const sketch = (id: string) => sending(outside.url(), id);
    const botId = await make(workspaceId, sketch(used));
    const calling = await guest(workspaceId, botId, 'WRITE');
    const named = async () => {
      const { bot } = await bodyOf(transport.readBot({ botId }));
      return [used, another].filter((id) => JSON.stringify(bot['groups']).includes(id));
    };
    const groups = (id: string): unknown => partAt(botOf(sketch(id)), 'groups');
    const save = (bot: object, by: object = {}) => bodyOf(transport.updateBot({ botId, bot }, by));
    await save({ messengerCredentialsId: another }, calling);
    await save({ groups: groups(used) }, calling);
    expect(await named()).toEqual([used]);
    const chatting = {
      type: 'openai',
      options: { credentialsId: another, action: 'Create chat completion' },
    };
    const bot = { ...botOf({ groups: { Start: [ask('text input'), chatting] } }), version: '6' };
    const before = outside.count();
    expect(details(await playOn({ botId, bot }, calling))).not.toContain(RESTRICTED);
    expect(outside.count()).toBe(before);
    await save({ groups: groups(another) }, calling);
    expect(await named()).toEqual([]);
    await save({ groups: groups(another) });
    expect(await named()).toEqual([another]);
  });

  test('of a flow sent along runs linked drafts only for callers who may change the bot', async () => {
    const workspaceId = await makeWorkspace(transport);
    const botId = await make(workspaceId, { groups: { Start: [say('Stored')] } });
    const inner = await make(workspaceId, { groups: { Start: [say('Hidden draft')] } });
    const link = { type: 'Bot link', options: { botId: inner } };
    const bot = { ...botOf({ groups: { Start: [ask('text input'), link] } }), version: '6' };
    for (const [type, words] of [
      ['READ', []],
      ['WRITE', ['Hidden draft']],
    ] as const) {
      const calling = await guest(workspaceId, botId, type);
      expect(said(await playOn({ botId, bot }, calling))).toEqual(words);
    }
  });

  test('of a flow sent along sends requests for callers who may change the bot', async () => {
    const workspaceId = await makeWorkspace(transport);
    const botId = await make(workspaceId, { groups: { Start: [say('Stored')] } });
    const block = {
      type: 'Webhook',
      options: { webhook: { url: outside.url(), method: 'POST', body: '{}' } },
    };
    const bot = {
      ...botOf({ groups: { Start: [ask('text input'), block, say('Sent')] } }),
      version: '6',
    };
    const reply = playOn({ botId, bot }, await guest(workspaceId, botId, 'WRITE'));
    (await outside.next()).refuse(200, '{}');
    expect(said(await reply)).toEqual(['Sent']);
  });
});
