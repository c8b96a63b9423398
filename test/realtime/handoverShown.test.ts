import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
const rest = restOf(app);

interface Change {
  readonly changed: readonly { readonly id: string; readonly updatedAt: string }[];
}

test('those who watch the results see that a chat was taken over, and what is said meanwhile', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  const client = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  const query = `subscription ($botId: ID!) { resultChanged(botId: $botId, hasStarted: null) {
    changed { id updatedAt chatStatus transcript { text } } } }`;
  const stream = client.iterate<{ resultChanged: Change }>({ query, variables: { botId } });
  const next = async (): Promise<Change | undefined> => {
    const sent = await stream.next();
    return sent.done ? undefined : sent.value.data?.resultChanged;
  };
  expect(await next()).toMatchObject({ changed: [] });
  let before = '';
  /** What changes the chat is one event of the table, with a later time than the one before. */
  const shows = async (done: Promise<unknown>, shown: object): Promise<void> => {
    await done;
    const change = await next();
    expect(change).toMatchObject({ changed: [{ id: resultId, ...shown }] });
    const { updatedAt = '' } = change?.changed[0] ?? {};
    expect(updatedAt > before).toBe(true);
    before = updatedAt;
  };
  const last = (text: string) => ({ transcript: expect.arrayContaining([{ text }]) as unknown });
  const status = (to: string) => bodyOf(rest.setStatus({ sessionId, status: to }));
  await shows(status('PAUSED'), { chatStatus: 'PAUSED' });
  await shows(bodyOf(rest.continueChat({ sessionId, message: 'A person, please' })), {
    chatStatus: 'PAUSED',
    ...last('A person, please'),
  });
  await shows(bodyOf(rest.postAgentMessage({ sessionId, text: 'Here I am' })), last('Here I am'));
  await shows(status('OPEN'), { chatStatus: 'OPEN' });
  await shows(status('CLOSED'), { chatStatus: 'CLOSED' });
  await client.dispose();
});

test('taking over a chat that was only registered makes no result of it', async () => {
  const { publicId } = await makePublished(rest, botOf(interview));
  const started = await bodyOf(rest.startChat({ publicId, isOnlyRegistering: true }));
  await bodyOf(rest.setStatus({ sessionId: started.sessionId, status: 'PAUSED' }));
  expect(
    await rowsOf(app().databaseUrl, 'select id from result where id = $1', [started.resultId]),
  ).toEqual([]);
});
