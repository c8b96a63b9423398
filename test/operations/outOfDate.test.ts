import { expect, test } from '@jest/globals';
import { bodyOf, refusalOf, saidIn } from '../support/transports.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { answersTo, beginChat, numbersTo, seqsOf, useTwoServers } from '../support/twoServers.js';

// Neither server receives notifications of the other: what each remembers of a chat is out of date as soon as the other serves it.
const { here, there } = useTwoServers({
  openNotices: () => ({
    send: async () => undefined,
    isConnected: () => false,
    isAlone: () => false,
    close: async () => undefined,
  }),
});
const outside = useModel();

test('a chat that continued on another server goes on from there, and every answer is stored once', async () => {
  const chat = await beginChat(here, botOf(interview));
  const { sessionId } = chat;
  expect(saidIn(await bodyOf(there.continueChat({ sessionId, message: 'Ada' })))).toEqual([
    'Hi Ada, how old are you?',
  ]);
  expect(saidIn(await bodyOf(here.continueChat({ sessionId, message: '36' })))).toEqual([
    'Thanks Ada.',
  ]);
  expect(await answersTo(here, chat)).toEqual(['Ada', '36']);
});

test('messages that go to two servers alternately are all answered, in order and without a gap', async () => {
  const chat = await beginChat(here, botOf(parrot));
  const { sessionId } = chat;
  const messages = numbersTo(12).map(String);
  for (const [index, message] of messages.entries()) {
    const transport = [here, here, there][index % 3] ?? here;
    const reply = await bodyOf(
      transport.continueChat({ sessionId, message, expectedTurn: index + 1 }),
    );
    expect(saidIn(reply)).toEqual([`You said ${message}`]);
  }
  expect(await answersTo(there, chat)).toEqual(messages);
  expect(await seqsOf(here, chat)).toEqual(numbersTo(3 + 12 * 4));
});

test('an expected turn is compared with the stored chat, not with the cached one', async () => {
  const { sessionId } = await beginChat(here);
  await bodyOf(there.continueChat({ sessionId, message: 'x' }));
  const early = here.continueChat({ sessionId, message: 'y', expectedTurn: 1 });
  expect((await refusalOf(early)).reason).toBe('TURN_CONFLICT');
  await bodyOf(here.continueChat({ sessionId, message: 'y', expectedTurn: 2 }));
  await bodyOf(there.continueChat({ sessionId, message: 'z', expectedTurn: 3 }));
  await bodyOf(here.continueChat({ sessionId, message: 'u', expectedTurn: 4 }));
});

test('a chat that was closed or ended on another server is over', async () => {
  const closed = await beginChat(here);
  await bodyOf(there.setStatus({ sessionId: closed.sessionId, status: 'CLOSED' }));
  const last = botOf({ groups: { Start: [ask('text input'), say('Bye')] } });
  const ended = await beginChat(here, last);
  await bodyOf(there.continueChat({ sessionId: ended.sessionId, message: 'x' }));
  const { botId, sessionId, resultId } = await beginChat(here);
  await bodyOf(there.deleteResults({ botId, resultIds: [resultId] }));
  for (const id of [closed.sessionId, ended.sessionId, sessionId]) {
    const refusal = await refusalOf(here.continueChat({ sessionId: id, message: 'y' }));
    expect(refusal.reason).toBe('SESSION_ENDED');
  }
});

test('in a chat that was taken over on another server messages are stored for agents, and the bot is silent', async () => {
  const { sessionId } = await beginChat(here);
  await bodyOf(there.setStatus({ sessionId, status: 'PAUSED' }));
  expect((await bodyOf(here.continueChat({ sessionId, message: 'x' }))).messages).toEqual([]);
  await bodyOf(there.setStatus({ sessionId, status: 'OPEN' }));
  expect(saidIn(await bodyOf(here.continueChat({ sessionId, message: 'y' })))).toEqual([
    'You said y',
  ]);
});

test('effects are requested once, for the stored chat', async () => {
  const webhook = { url: `${outside.url()}/orders`, method: 'POST', body: '{"said":"{{Said}}"}' };
  const options = { isCustomBody: true, webhook };
  const bot = botOf({
    variables: { Said: null },
    groups: {
      Start: [{ ...ask('text input', 'Said'), to: 'Send' }],
      Send: [
        { type: 'Webhook', options },
        say('Sent {{Said}}'),
        { ...ask('text input', 'Said'), to: 'Send' },
      ],
    },
  });
  const chat = await beginChat(here, bot);
  const { sessionId } = chat;
  for (const [index, message] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const transport = [there, here, here, there, here][index] ?? here;
    const reply = bodyOf(transport.continueChat({ sessionId, message }));
    (await outside.next()).refuse(200, '{}');
    expect(saidIn(await reply)).toEqual([`Sent ${message}`]);
  }
  expect(outside.count()).toBe(5);
  expect(await answersTo(here, chat)).toEqual(['a', 'b', 'c', 'd', 'e']);
});
