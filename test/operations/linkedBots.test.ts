import { describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import {
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
  type ReplyShown,
} from '../support/transports.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, useApp } from '../support/useApp.js';

const app = useApp();
const anyone = { token: null };
const said = ({ messages }: ReplyShown) => messages.map(({ content }) => content['plainText']);
const RESULTS_OF = 'select id from result where bot_id = $1';
const linkTo = (botId: string): FlowSketch => ({
  variables: { Name: null },
  groups: {
    Start: [
      ask('text input', 'Name'),
      { type: 'Bot link', options: { botId } },
      say('Back with {{Name}}'),
    ],
  },
});
const asking = (text: string): FlowSketch => ({
  variables: { Name: null },
  groups: { Start: [say(`${text} {{Name}}`), ask('text input', 'Name')] },
});

describe.each(transportNames)('a bot that leads to another one, over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const make = async (workspaceId: string, sketch: FlowSketch) =>
    (await bodyOf(transport.createBot({ workspaceId, bot: botOf(sketch) }))).bot.id;
  const publish = async (botId: string) => (await bodyOf(transport.publishBot({ botId }))).publicId;
  const tell = async (sessionId: string, message: string) =>
    bodyOf(transport.continueChat({ sessionId, message }, anyone));

  test('runs its published version, with a result of its own, and comes back', async () => {
    const workspaceId = await makeWorkspace(transport);
    const inner = await make(workspaceId, asking('Published'));
    await publish(inner);
    await bodyOf(transport.updateBot({ botId: inner, bot: botOf(asking('Draft')) }));
    const outer = await make(workspaceId, linkTo(inner));
    const publicId = await publish(outer);
    const { sessionId, resultId } = await bodyOf(transport.startChat({ publicId }, anyone));
    expect(said(await tell(sessionId, 'Ada'))).toEqual(['Published Ada']);
    expect(said(await tell(sessionId, 'Bob'))).toEqual(['Back with Ada']);
    const results = await rowsOf(
      app().databaseUrl,
      'select id, bot_id, is_completed from result where bot_id = any($1) order by bot_id = $2',
      [[inner, outer], outer],
    );
    expect(results).toMatchObject([
      { bot_id: inner, is_completed: true },
      { id: resultId, bot_id: outer, is_completed: true },
    ]);
    expect(String(results[0]?.['id'])).toMatch(/^res_[a-z0-9]{27}$/);
  });

  test('each has the results of the chats that came to a block of its own', async () => {
    const workspaceId = await makeWorkspace(transport);
    const inner = await make(workspaceId, { groups: { Inside: [say('Inside')] } });
    await publish(inner);
    const outer = await make(workspaceId, linkTo(inner));
    const publicId = await publish(outer);
    const first = await bodyOf(transport.startChat({ publicId }, anyone));
    const second = await bodyOf(transport.startChat({ publicId }, anyone));
    await tell(first.sessionId, 'Ada');
    const reaching = async (botId: string, reachedBlockId: string) => {
      const { results } = await bodyOf(transport.listResults({ botId, reachedBlockId }));
      return results.map(({ id }) => id).sort();
    };
    // Also those who went on since.
    expect(await reaching(outer, 'Start.1')).toEqual([first.resultId, second.resultId].sort());
    expect(await reaching(outer, 'Start.3')).toEqual([first.resultId]);
    expect(await reaching(outer, 'Start')).toEqual([]);
    expect(await reaching(outer, 'Inside.1')).toEqual([]);
    expect(await reaching(inner, 'Inside.1')).toHaveLength(1);
    expect(await reaching(inner, 'Start.1')).toEqual([]);
  });

  test('can enter it and come back in one turn, and each result has its last state', async () => {
    const workspaceId = await makeWorkspace(transport);
    const inner = await make(workspaceId, { groups: { Start: [say('Inside')] } });
    await publish(inner);
    const link = { type: 'Bot link', options: { botId: inner } };
    const Start = [link, ask('text input', 'Name'), link, ask('text input', 'Name')];
    const botId = await make(workspaceId, { variables: { Name: null }, groups: { Start } });
    const publicId = await publish(botId);
    const { sessionId } = await bodyOf(transport.startChat({ publicId }, anyone));
    expect(said(await tell(sessionId, 'Ada'))).toEqual(['Inside']);
    const { results } = await bodyOf(transport.listResults({ botId }));
    expect(results).toMatchObject([{ hasStarted: true, variables: [{ value: 'Ada' }] }]);
    expect(said(await tell(sessionId, 'Bob'))).toEqual([]);
    const inside = await rowsOf(app().databaseUrl, RESULTS_OF, [inner]);
    expect(inside).toHaveLength(2);
  });

  test('runs its draft in a preview, also without a token', async () => {
    const workspaceId = await makeWorkspace(transport);
    const inner = await make(workspaceId, asking('Draft'));
    const botId = await make(workspaceId, linkTo(inner));
    const { sessionId } = await bodyOf(transport.startPreview({ botId }, anyone));
    expect(said(await tell(sessionId, 'Ada'))).toEqual(['Draft Ada']);
  });

  test('does not find it if it is unpublished, archived or in another workspace', async () => {
    const workspaceId = await makeWorkspace(transport);
    const foreign = await make(await makeWorkspace(transport), asking('Foreign'));
    await publish(foreign);
    const unpublished = await make(workspaceId, asking('Draft'));
    const archived = await make(workspaceId, asking('Archived'));
    await publish(archived);
    await rowsOf(app().databaseUrl, 'update bot set is_archived = true where id = $1', [archived]);
    for (const botId of [foreign, unpublished, archived, 'bot_none']) {
      const publicId = await publish(await make(workspaceId, linkTo(botId)));
      const { sessionId } = await bodyOf(transport.startChat({ publicId }, anyone));
      const reply = await tell(sessionId, 'Ada');
      expect(said(reply)).toEqual(['Back with Ada']);
      expect(reply.logs).toMatchObject([{ status: 'error' }]);
    }
  });

  test('runs no linked bot in a flow that is sent along, unless the caller may read the bot in the address', async () => {
    const workspaceId = await makeWorkspace(transport);
    const inner = await make(workspaceId, asking('Draft'));
    const botId = await make(workspaceId, asking('Stored'));
    const sent = { botId, bot: { ...botOf(linkTo(inner)), version: '6' } };
    const stranger = await bodyOf(transport.startPreview(sent, anyone));
    expect(said(await tell(stranger.sessionId, 'Ada'))).toEqual(['Back with Ada']);
    const reader = await bodyOf(transport.startPreview(sent));
    expect(said(await tell(reader.sessionId, 'Ada'))).toEqual(['Draft Ada']);
    const nobody = await bodyOf(transport.startPreview({ ...sent, botId: 'bot_none' }));
    expect(said(await tell(nobody.sessionId, 'Ada'))).toEqual(['Back with Ada']);
  });

  test('accepts commands, and refuses those without an event', async () => {
    const workspaceId = await makeWorkspace(transport);
    const bot = botOf({
      events: [{ type: 'command', options: { command: 'help' }, to: 'Help' }],
      groups: {
        Start: [ask('text input'), say('Thanks')],
        Help: [say('Help'), { type: 'Return' }],
      },
    });
    const publicId = await publish(
      (await bodyOf(transport.createBot({ workspaceId, bot }))).bot.id,
    );
    const { sessionId } = await bodyOf(transport.startChat({ publicId }, anyone));
    const command = (word: string) =>
      transport.continueChat({ sessionId, message: { type: 'command', command: word } }, anyone);
    const reply = await bodyOf(command('help'));
    expect(said(reply)).toEqual(['Help']);
    expect(reply.input).toMatchObject({ type: 'text input' });
    expect(await refusalOf(command('moon'))).toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'COMMAND_NOT_FOUND',
    });
    expect(said(await tell(sessionId, 'x'))).toEqual(['Thanks']);
  });

  test('sends the avatars to a client that only registers', async () => {
    const workspaceId = await makeWorkspace(transport);
    const theme = { chat: { hostAvatar: { url: '{{Face}}' } } };
    const bot = botOf({ variables: { Face: 'a.png' }, theme, groups: { Start: [say('Hi')] } });
    const publicId = await publish(
      (await bodyOf(transport.createBot({ workspaceId, bot }))).bot.id,
    );
    const start = await bodyOf(transport.startChat({ publicId, isOnlyRegistering: true }, anyone));
    expect(start).toMatchObject({ messages: [], dynamicTheme: { hostAvatarUrl: 'a.png' } });
    const { sessionId } = start;
    expect(said(await bodyOf(transport.continueChat({ sessionId }, anyone)))).toEqual(['Hi']);
  });
});
