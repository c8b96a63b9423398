import { describe, expect, test } from '@jest/globals';
import { namedIds } from '../../../src/engine/flow/references.js';
import { resultColumns } from '../../../src/engine/flow/resultColumns.js';
import { ask, flowOf, say } from '../../support/flowOf.js';

describe('the columns of a table of results', () => {
  const { definition } = flowOf({
    groups: {
      Start: [say('Hi'), ask('text input', 'Name'), ask('text input'), ask('text input')],
      Again: [ask('text input', 'Name'), { type: 'email input' }],
    },
    variables: { Name: null, Source: null, Secret: null },
  });
  const { groups } = definition;
  const variables = definition.variables.map((variable) =>
    variable.name === 'Secret' ? { ...variable, isSessionVariable: true } : variable,
  );

  test('are the inputs in order, those of one variable together, then the other variables', () => {
    const columns = resultColumns({ groups, variables });
    expect(columns.map(({ label, blockIds }) => [label, blockIds])).toEqual([
      ['Name', ['Start.2', 'Again.1']],
      ['Start', ['Start.3']],
      ['Start (1)', ['Start.4']],
      ['Again', ['Again.2']],
      ['Source', []],
    ]);
    expect(columns.at(-1)).toMatchObject({ blockType: null, isVisible: true, width: null });
  });

  test('have the order, visibility, width and pins of the preferences', () => {
    const columns = resultColumns(
      { groups, variables },
      {
        columnsOrder: ['gone', 'vSource', 'vName'],
        columnsVisibility: { vName: false },
        columnsWidth: { vSource: 120 },
        columnsPinned: ['vSource'],
      },
    );
    expect(columns.slice(0, 2)).toMatchObject([
      { id: 'vSource', width: 120, isVisible: true, isPinned: true },
      { id: 'vName', width: null, isVisible: false, isPinned: false },
    ]);
    expect(columns).toHaveLength(5);
  });
});

describe('a flow', () => {
  const { definition } = flowOf({
    groups: {
      Start: [
        say('Hi'),
        { type: 'Bot link', options: { botId: 'current' } },
        { type: 'Bot link', options: { botId: 'other' } },
        { type: 'Bot link', options: { botId: 'other' } },
        { type: 'Bot link' },
        { type: 'Email', options: { credentialsId: 'mail' } },
        { type: 'Webhook', options: { proxyCredentialsId: 'proxy' } },
      ],
    },
  });

  test('lists other bots, each once', () => {
    expect(namedIds(definition, 'bot')).toEqual(['other']);
  });

  test('lists credentials, each once', () => {
    expect(namedIds(definition, 'credentials')).toEqual(['mail', 'proxy']);
    expect(namedIds({}, 'credentials')).toEqual([]);
    const block = { id: 'b', type: 'from a newer server', options: 7 };
    const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [block] };
    expect(namedIds({ groups: [group] }, 'credentials')).toEqual([]);
  });
});
