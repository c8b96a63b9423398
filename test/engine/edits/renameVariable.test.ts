import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { applyEdits } from '../../../src/engine/edits/applyEdits.js';
import { EditRefused, type Edited } from '../../../src/engine/edits/edited.js';
import { editConflicts } from '../../../src/engine/edits/editConflicts.js';
import type { FlowEdit } from '../../../src/engine/edits/flowEdit.js';
import { compileFlow, type Flow, type FlowDefinition } from '../../../src/engine/flow/flow.js';
import { meaningOf, KINDS } from '../../../src/engine/index.js';
import { chat, type ChatOptions } from '../../support/chat.js';
import { flowOf, say, ask, type FlowSketch } from '../../support/flowOf.js';
import { readChat } from '../../support/readChat.js';

/** Renames variables of a flow, by their old names. */
function rename(flow: FlowDefinition, names: Readonly<Record<string, string>>): Edited {
  const edits = Object.entries(names).map(([before, name]) => {
    const variableId = flow.variables.find((one) => one.name === before)?.id ?? before;
    return { renameVariable: { variableId, name } };
  });
  return applyEdits(flow, edits);
}

/** Why the only edit is refused. */
function refusal(sketch: FlowSketch, before: string, name: string): string {
  try {
    rename(flowOf(sketch).definition, { [before]: name });
  } catch (error) {
    if (error instanceof EditRefused) return `${error.path.join('.')}: ${error.message}`;
    throw error;
  }
  return 'renamed';
}

const variables = { Name: null, Age: null };

describe('renaming a variable', () => {
  test('renames it in every text, option and code that names it, and says in how many', () => {
    const { definition } = flowOf({
      variables,
      groups: {
        Hello: [
          say('Hello {{Name}}, {{Name}} and {{Age}}'),
          ask('text input', 'Name', { labels: { placeholder: 'Not {{ Name }} but {{Name}}' } }),
          { type: 'Code', options: { content: "setVariable( 'Name', {{Name}} + 1)" } },
          { type: 'hologram', beams: [['{{= {{Name}} =}}']] },
        ],
      },
      events: [{ type: 'reply', options: { note: '{{Name}}' } }],
      theme: { chat: { hostAvatar: { url: '{{Name}}' } } },
      settings: { metadata: { title: 'For {{Name}}' } },
    });
    const { flow, renamed } = rename(definition, { Name: 'First name' });
    const expected = JSON.stringify(definition)
      .replaceAll('{{Name}}', '{{First name}}')
      .replace('on reply {\\"note\\":\\"{{First name}}', 'on reply {\\"note\\":\\"{{Name}}')
      .replace('"name":"Name"', '"name":"First name"')
      .replace("setVariable( 'Name'", "setVariable( 'First name'");
    expect(JSON.stringify(flow)).toBe(expected);
    expect(renamed?.texts).toBe(7);
  });

  test('leaves parts without the name as they are, so that they count as unchanged', () => {
    const groups = { A: [say('Hello {{Age}}')], B: [say('Hello {{Name}}')] };
    const { definition } = flowOf({ variables, groups });
    const { flow } = rename(definition, { Name: 'N' });
    expect(flow.groups[0]).toBe(definition.groups[0]);
    expect(flow.theme).toBe(definition.theme);
  });

  test('renames it in flows of any size', () => {
    const groups = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [`g${index}`, [say('{{Name}}')]]),
    );
    const { renamed } = rename(flowOf({ variables, groups }).definition, { Name: 'N' });
    expect(renamed?.texts).toBe(250);
  });

  test('to the name that it has changes nothing', () => {
    const { definition } = flowOf({ variables, groups: { A: [say('{{Name}}')] } });
    const { flow, inverse } = rename(definition, { Name: 'Name' });
    expect(flow).toBe(definition);
    expect(applyEdits(flow, inverse).flow).toBe(definition);
  });

  test('is undone by one edit, after which texts that others added meanwhile have the old name, too', () => {
    const { definition } = flowOf({ variables, groups: { A: [say('{{Name}}')] } });
    const { flow, inverse } = rename(definition, { Name: 'N' });
    expect(inverse).toEqual([{ renameVariable: { variableId: 'vName', name: 'Name' } }]);
    const block = { ...say('Bye {{N}}'), id: 'b' };
    const later = applyEdits(flow, [{ addBlock: { groupId: 'A', block } }]);
    const undone = applyEdits(later.flow, inverse).flow;
    expect(undone.groups[0]?.blocks.at(-1)).toEqual({ ...say('Bye {{Name}}'), id: 'b' });
  });

  test.each([
    ['a variable has the new name', 'Age', say('')],
    ['a text has the new name already, with no variable for it', 'Nick', say('Hi {{Nick}}')],
    [
      'code sets the new name already',
      'Nick',
      { type: 'Code', options: { content: 'setVariable("Nick")' } },
    ],
    ['it has no name', '', say('')],
    ['its name is blank', '  ', say('')],
    ['its name is too long', 'N'.repeat(1_001), say('')],
    ['it has braces', '{N}', say('')],
    ['it has a line break', 'N\nN', say('')],
    ['it would be code', '=N', say('')],
    ['it would end code', 'N=', say('')],
    [
      'code cannot write it',
      'N"',
      { type: 'Code', options: { content: 'setVariable("Name", 1)' } },
    ],
    [
      'code would read it otherwise',
      'N\\n',
      { type: 'Code', options: { content: 'setVariable("Name", 1)' } },
    ],
    [
      'it means something else in a body',
      'state',
      { type: 'Webhook', options: { webhook: { url: 'https://a.example', body: '{{Name}}' } } },
    ],
  ])('is refused if %s', (_why, name, block) => {
    expect(refusal({ variables, groups: { A: [block] } }, 'Name', name)).toMatch(
      /^0\.renameVariable\.name: /,
    );
  });

  test('is refused if there is no such variable, or several have its name', () => {
    const { definition } = flowOf({ variables, groups: { A: [] } });
    expect(refusal({ variables, groups: { A: [] } }, 'Nobody', 'N')).toMatch(
      /^0\.renameVariable\.variableId: There is no variable/,
    );
    const twice = {
      ...definition,
      variables: [...definition.variables, { id: 'v2', name: 'Name' }],
    };
    expect(() => rename(twice, { Name: 'N' })).toThrow('Several variables are called "Name"');
    expect(refusal({ variables: { 'a}': null }, groups: { A: [] } }, 'a}', 'N')).toContain(
      'use setVariable to rename it',
    );
  });

  test('is refused if texts would become too long, together too', () => {
    const many = (text: string) => Array.from({ length: 100 }, () => say(text.repeat(70)));
    const groups = { A: many('{{Name}}{{Age}}') };
    const { definition } = flowOf({ variables, groups });
    const [long, other] = ['N'.repeat(1_000), 'M'.repeat(1_000)];
    expect(rename(definition, { Name: long })).toBeDefined();
    expect(() => rename(definition, { Name: long, Age: other })).toThrow('too long');
    const twice = { variables, groups: { A: many('{{Name}}{{Name}}') } };
    expect(refusal(twice, 'Name', long)).toContain('too long');
  });

  test('is refused before a text is made that would be too long', () => {
    // It would have more characters than a text can have.
    const sketch = { variables, groups: { A: [say('{{Name}}'.repeat(600_000))] } };
    expect(refusal(sketch, 'Name', 'N'.repeat(1_000))).toContain('too long');
  });
});

describe('a renaming that its writer made without knowing what others did', () => {
  const { definition } = flowOf({ variables, groups: { A: [say('Hi {{Name}}'), say('Bye')] } });
  const renaming: FlowEdit = { renameVariable: { variableId: 'vName', name: 'Nick' } };
  /** The conflicts of my edit with theirs, which was made first. */
  const conflictsOf = (theirs: FlowEdit, mine: FlowEdit): string[] => {
    const { flow, inverse } = applyEdits(definition, [theirs]);
    const edited = applyEdits(flow, [mine]).flow;
    const conflicts = atOnce(editConflicts([flow, edited], [{ inverse, isOwn: false }]));
    return conflicts.map(({ change }) => `${change.kind} ${change.id}`);
  };
  const reword = (blockId: string, text: string): FlowEdit => ({
    updateBlock: { blockId, patch: { content: say(text)['content'] } },
  });

  test('renames in their texts, too, and names those that both changed', () => {
    expect(conflictsOf(reword('A.1', 'Hello {{Name}}'), renaming)).toEqual(['TEXT_CHANGED A.1']);
    expect(conflictsOf(reword('A.2', 'See you'), renaming)).toEqual([]);
  });

  test('is named where both renamed the variable, or a text that others renamed in is written again', () => {
    const other: FlowEdit = { renameVariable: { variableId: 'vName', name: 'First name' } };
    expect(conflictsOf(other, renaming)).toEqual(['TEXT_CHANGED A.1', 'VARIABLE_RENAMED vName']);
    expect(conflictsOf(renaming, reword('A.1', 'Hello'))).toEqual(['TEXT_CHANGED A.1']);
  });
});

test('what {{…}} names besides variables is known where variables are renamed', () => {
  const own = KINDS.flatMap(({ schema }) => [...ownNamesIn(schema, new Set())]);
  expect([...new Set(own)]).toEqual(['state']);
});

/** The names other than those of variables that options of a schema may hold. */
function* ownNamesIn(schema: unknown, seen: Set<unknown>): Generator<string> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  // A schema or a part of one; others have no meaning.
  yield* meaningOf(schema as never)?.ownNames ?? [];
  for (const part of Object.values(schema)) yield* ownNamesIn(part, seen);
}

const folder = new URL('../../transcripts/', import.meta.url);
// The bot of the last one names a variable that only a bot it links to has, and renaming ends at the bot.
const files = readdirSync(folder).filter(
  (name) => name.endsWith('.chat') && name !== 'linked-bot-merged.chat',
);

const MARK = '⁑';

/** A flow in which every name of a variable ends with the mark. */
function marked(flow: Flow): Flow {
  const names = flow.definition.variables.map(({ name }) => [name, `${name}${MARK}`] as const);
  const { flow: renamed, inverse } = rename(flow.definition, Object.fromEntries(names));
  expect(JSON.stringify(applyEdits(renamed, inverse).flow)).toBe(JSON.stringify(flow.definition));
  return compileFlow(flow.id, renamed);
}

/** The same of what a chat begins with: linked bots, and values by the names of variables. */
function markedOptions({
  flows = [],
  prefilledVariables = {},
  remembered,
  ...others
}: ChatOptions): ChatOptions {
  const given = Object.entries(prefilledVariables).map(
    ([name, value]) => [`${name}${MARK}`, value] as const,
  );
  const variables = remembered?.variables.map((one) => ({ ...one, name: `${one.name}${MARK}` }));
  return {
    ...others,
    flows: flows.map(marked),
    prefilledVariables: Object.fromEntries(given),
    ...(remembered && variables && { remembered: { ...remembered, variables } }),
  };
}

describe('a conversation of a flow with renamed variables is the same apart from the names', () => {
  test.each(files)('%s', (file) => {
    const { flow, options, messages } = readChat(readFileSync(new URL(file, folder), 'utf8'));
    const turns = chat(marked(flow), messages, markedOptions(options));
    const said = JSON.stringify(turns).replaceAll(MARK, '');
    expect(said).toBe(JSON.stringify(chat(flow, messages, options)));
  });
});
