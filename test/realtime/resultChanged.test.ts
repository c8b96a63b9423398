import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
const rest = restOf(app);

interface Change {
  readonly changed: readonly {
    readonly id: string;
    readonly isCompleted: boolean;
    readonly transcript: readonly { readonly text: string | null }[];
  }[];
  readonly removedIds: readonly string[];
  readonly stats: { readonly totalViews: number; readonly totalCompleted: number };
}

test('results are reported when they are created, changed or deleted, at most once a second', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  const client = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  const query = `subscription ($botId: ID!) { resultChanged(botId: $botId, hasStarted: null) {
    changed { id isCompleted sessionId transcript { text } } removedIds stats { totalViews totalCompleted } } }`;
  const stream = client.iterate<{ resultChanged: Change }>({ query, variables: { botId } });
  const next = async (): Promise<Change | undefined> => {
    const sent = await stream.next();
    return sent.done ? undefined : sent.value.data?.resultChanged;
  };
  expect(await next()).toMatchObject({ changed: [], stats: { totalViews: 0 } });
  const since = performance.now();
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  const begun = await next();
  expect(begun?.changed.map(({ id }) => id)).toEqual([resultId]);
  let told = 1;
  let last = begun;
  for (const message of ['Ada', '36']) await bodyOf(rest.continueChat({ sessionId, message }));
  for (; last?.stats.totalCompleted !== 1; told += 1) last = await next();
  expect(last).toMatchObject({
    changed: [{ id: resultId, isCompleted: true, sessionId }],
    stats: { totalViews: 1, totalCompleted: 1 },
  });
  expect(begun?.changed[0]?.transcript.map(({ text }) => text)).toContain('Welcome!');
  expect(last?.changed[0]?.transcript.map(({ text }) => text)).toContain('36');
  // However slow the machine: a second lies between two, less what a timer may be early.
  expect((told - 1) * 990).toBeLessThan(performance.now() - since);
  await bodyOf(rest.deleteResults({ botId, all: true }));
  expect(await next()).toMatchObject({ changed: [], removedIds: [resultId] });
  await client.dispose();
});

test('the columns of the table follow the flow and the preferences', async () => {
  const preferences = {
    columnsOrder: ['vAge'],
    columnsVisibility: { vName: false },
    columnsWidth: { vAge: 80 },
  };
  const bot = botOf(interview, { resultsTablePreferences: preferences });
  const { botId } = await makePublished(rest, bot);
  const query = `query ($botId: ID!) { bot(id: $botId) { resultColumns {
    columnId label blockIds variableIds blockType isVisible width } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  const name = { columnId: 'vName', label: 'Name', blockIds: ['Start.2'], variableIds: ['vName'] };
  const age = { columnId: 'vAge', label: 'Age', blockIds: ['Start.4'], variableIds: ['vAge'] };
  expect(data).toEqual({
    bot: {
      resultColumns: [
        { ...age, blockType: 'number input', isVisible: true, width: 80 },
        { ...name, blockType: 'text input', isVisible: false, width: null },
      ],
    },
  });
});
