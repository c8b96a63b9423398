import { describe, expect, test } from '@jest/globals';
import { botTestSchema, type Flow } from '../../src/engine/index.js';
import { notReached } from '../../src/simulation/notReached.js';
import type { ExploredBot } from '../../src/simulation/playMove.js';
import { runTest } from '../../src/simulation/runTest.js';
import { botOf, exploreAll, find } from '../support/keptChats.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { exampleFlow, exampleNames } from '../support/playExample.js';

const comparing = (variableId: string, comparisonOperator: string, value: string, to: string) => ({
  type: 'Condition',
  items: [
    {
      id: `${comparisonOperator} ${value}`,
      content: { comparisons: [{ id: 'c', variableId, comparisonOperator, value }] },
      to,
    },
  ],
});
const choice = (...items: { id: string; content: string; to?: string }[]) => ({
  type: 'choice input',
  items,
});

describe('an exploration', () => {
  test.each(exampleNames)('comes through every part of %s', async (name) => {
    const { share } = await find(exampleFlow(name), 600);
    const missing = [share.groups, share.blocks, share.edges, share.outcomes].map(
      ({ missingIds }) => missingIds,
    );
    expect(missing).toEqual([[], [], [], []]);
  });

  test('finds an answer for each side of each condition', async () => {
    const flow = flowOf({
      variables: { Age: null, Word: null, Town: null, Day: null },
      groups: {
        Start: [
          ask('number input', 'Age'),
          comparing('vAge', 'Greater than', '64', 'Old'),
          ask('text input', 'Word'),
        ],
        Old: [
          ask('text input', 'Town'),
          comparing('vTown', 'Starts with', 'Saint', 'Saint'),
          say('Elsewhere'),
        ],
        Saint: [
          ask('date input', 'Day'),
          comparing('vDay', 'Less than', '2001-05-03', 'Past'),
          say('Later'),
        ],
        Past: [
          ask('text input', 'Word'),
          comparing('vWord', 'Matches regex', 'open|shut', 'Open'),
          say('Closed'),
        ],
        Open: [comparing('vWord', 'Ends with', 'open', 'Deep'), say('Open')],
        Deep: [say('Deep')],
      },
    });
    const { share } = await find(flow, 3_000);
    expect(share.outcomes.missingIds).toEqual([]);
    expect(share.groups.missingIds).toEqual([]);
  });

  test('takes each way that goes by chance, and each outcome of a request', async () => {
    const flow = flowOf({
      variables: { Status: null, Name: null },
      groups: {
        Start: [
          {
            type: 'AB test',
            options: { aPercent: 3 },
            items: [
              { id: 'a', path: 'a', to: 'Rare' },
              { id: 'b', path: 'b', to: 'Usual' },
            ],
          },
        ],
        Rare: [say('Rare')],
        Usual: [
          {
            type: 'Webhook',
            options: {
              webhook: { url: 'https://shop.example', method: 'GET' },
              responseVariableMapping: [
                { id: '1', bodyPath: 'data.status', variableId: 'vStatus' },
                { id: '2', bodyPath: 'data.items[1].name', variableId: 'vName' },
              ],
            },
          },
          comparing('vStatus', 'Equal to', 'sent', 'Sent'),
          comparing('vName', 'Is set', '', 'Named'),
          say('Nothing'),
        ],
        Sent: [say('Sent')],
        Named: [say('{{Name}}')],
      },
    });
    const { share } = await find(flow, 1_500);
    expect(share.groups.missingIds).toEqual([]);
    expect(share.outcomes.missingIds).toEqual([]);
  });

  test('depends on the flow, the seed and the turns alone, and on nothing that happens at the same time', async () => {
    const flow = exampleFlow('quiz.json');
    const shown = async (bot: ExploredBot) => {
      const { faults, turns, chats, states, end } = await exploreAll(bot);
      return { faults: [...faults.values()], turns, chats, states, end };
    };
    const [one, other] = await Promise.all([shown(botOf(flow)), shown(botOf(flow))]);
    expect(other).toEqual(one);
    expect(one).toMatchObject({ turns: 400, end: 'TURNS' });
  });

  test('says what is missing on the way to a group that nobody reached', async () => {
    const flow = flowOf({
      variables: { Name: null },
      groups: {
        Start: [
          ask('text input', 'Name'),
          comparing('vName', 'Matches regex', '^[0-9]{7}x$', 'Far'),
          say('Bye'),
        ],
        Far: [say('Far'), { type: 'Jump', options: { groupId: 'Farther' } }],
        Farther: [say('Farther')],
        Alone: [say('Alone')],
      },
    });
    const { explored } = await find(flow);
    const groups = notReached(flow, explored.comparisons, explored.reached);
    expect(groups.find(({ groupId }) => groupId === 'Far')).toMatchObject({
      itemId: 'Matches regex ^[0-9]{7}x$',
      comparison: { variableId: 'vName', operator: 'Matches regex' },
    });
    expect(groups.find(({ groupId }) => groupId === 'Alone')).toEqual({ groupId: 'Alone' });
  });
});

describe('what an exploration finds', () => {
  /** The faults of a flow. The test of each has the same fault in the same chat. */
  const testedIn = async (flow: Flow) => {
    const { faults } = await find(flow);
    for (const { test: written, code, about, transcript } of faults) {
      if (!written) continue;
      const ran = await runTest(botOf(flow), botTestSchema.parse(written));
      expect(ran.transcript).toEqual(transcript);
      expect(ran.failure?.message).toBe(code === 'CALL_REFUSED' ? about : undefined);
    }
    return faults;
  };

  /** The faults of a flow: code and block, what it is about, and the chat. */
  const faultsIn = async (flow: Flow) => {
    const faults = await testedIn(flow);
    return faults.map(({ code, blockId, about, transcript }) => [
      code,
      blockId,
      about,
      ...transcript,
    ]);
  };

  test('is a variable without a value, with the shortest chat that shows it', async () => {
    const flow = flowOf({
      variables: { Name: null },
      groups: {
        Start: [
          say('Hello'),
          choice(
            { id: 'one', content: 'One', to: 'Long' },
            { id: 'two', content: 'Two', to: 'Long' },
          ),
        ],
        Long: [
          choice(
            { id: 'more', content: 'More', to: 'Start' },
            { id: 'go', content: 'Go', to: 'Bye' },
          ),
        ],
        Bye: [say('Bye {{Name}}')],
      },
    });
    expect(await faultsIn(flow)).toEqual([
      [
        'VALUE_MISSING',
        'Bye.1',
        'Name',
        'bot: Hello',
        '? choice input: One | Two',
        'user: One',
        '? choice input: More | Go',
        'user: Go',
        'bot: Bye ',
      ],
    ]);
  });

  test('is an input that no answer leads away from', async () => {
    const flow = flowOf({
      variables: { Name: null },
      groups: {
        Start: [
          ask('text input', 'Name'),
          comparing('vName', 'Matches regex', '^[0-9]{7}x$', 'Far'),
          say('No'),
          { type: 'Jump', options: { groupId: 'Start' } },
        ],
        Far: [say('Far')],
      },
    });
    const faults = await faultsIn(flow);
    expect(faults.map(([code, blockId]) => [code, blockId])).toEqual([['NO_WAY_ON', 'Start.1']]);
  });

  test('is a chat that ends without a word, and a loop that is stopped', async () => {
    const flow = flowOf({
      groups: {
        Start: [
          choice(
            { id: 'end', content: 'End', to: 'End' },
            { id: 'loop', content: 'Loop', to: 'Loop' },
          ),
        ],
        End: [
          { type: 'Set variable', options: { variableId: 'vName', expressionToEvaluate: 'x' } },
        ],
        Loop: [{ type: 'Jump', options: { groupId: 'Loop' } }],
      },
    });
    const faults = await faultsIn(flow);
    expect(faults.map(([code, blockId]) => [code, blockId])).toEqual([
      ['SILENT_END', 'End.1'],
      ['LIMIT_MET', 'Loop.1'],
    ]);
  });

  test('is an error of code, but not that a request failed', async () => {
    const flow = flowOf({
      variables: { Name: null },
      groups: {
        Start: [
          { type: 'Webhook', options: { webhook: { url: 'https://shop.example', method: 'GET' } } },
          {
            type: 'Set variable',
            options: {
              variableId: 'vName',
              isCode: true,
              expressionToEvaluate: 'return nothing.at.all',
            },
          },
          say('Done'),
          ask('text input', 'Name'),
          say('Bye'),
        ],
      },
    });
    const faults = await testedIn(flow);
    expect(faults).toMatchObject([{ code: 'ERROR_LOGGED', blockId: 'Start.2', isSampled: true }]);
    expect(faults[0]?.test).toMatchObject({ stubs: [{ block: 'Start.1', nth: 1 }], steps: [] });
  });

  test('has a test that goes the same way where visitors pay, and scripts send requests', async () => {
    const flow = flowOf({
      variables: { Number: null, Missing: null },
      groups: {
        Start: [
          {
            type: 'Code',
            options: {
              isExecutedOnClient: false,
              content: 'setVariable("Number", await fetch("https://shop.example/n"))',
            },
          },
          say('Number {{Number}}'),
          {
            type: 'payment input',
            options: { credentialsId: 'crd', amount: '5', currency: 'EUR' },
          },
          say('Paid {{Missing}}'),
        ],
      },
    });
    const faults = await testedIn(flow);
    expect(faults.map(({ code, test: written }) => [code, written?.stubs])).toEqual([
      ['VALUE_MISSING', [{ url: 'https://shop.example/n', result: {} }]],
    ]);
  });
});
