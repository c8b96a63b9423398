import { describe, expect, test } from '@jest/globals';
import type { BotTest } from '../../src/engine/index.js';
import { Failure } from '../../src/errors/errors.js';
import { readYaml, writeYaml } from '../../src/simulation/testYaml.js';
import { textOf } from '../support/repository.js';

const HEAD = `format: 1
name: An adult is thanked
now: 2026-05-01T12:00:00Z
seed: "1"
`;

const filesOf = (texts: readonly string[]) => texts.map((yaml) => ({ fileName: 'a.yaml', yaml }));

/** Why a text is no test: where, and the message. */
async function faultOf(...texts: string[]): Promise<string> {
  try {
    await readYaml(filesOf(texts));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [{ path, message } = { path: [], message: '' }] = error.issues ?? [];
    return `${path.join('.')}: ${message}`;
  }
  throw new Error('It was read');
}

describe('a test in YAML', () => {
  test('is the same as in JSON', async () => {
    const texts = [
      `${HEAD}steps:
  # A comment
  - say: Ada
  - choose: [A lamp, "A chair"]
  - expect:
      texts:
        - |-
          Two
          lines
        - { like: "Your order is number *" }
      variables: { Age: 40, Name: null, Is: yes }
      ends: true
`,
      textOf('examples/botTests/large-budget.json'),
    ];
    const [written, json] = await readYaml(filesOf(texts));
    expect(written?.steps).toEqual([
      { say: 'Ada' },
      { choose: ['A lamp', 'A chair'] },
      {
        expect: {
          texts: ['Two\nlines', { like: 'Your order is number *' }],
          variables: { Age: 40, Name: null, Is: 'yes' },
          ends: true,
        },
      },
    ]);
    expect(json).toEqual(JSON.parse(textOf('examples/botTests/large-budget.json')));
  });

  test('comes back as it was written, whatever its texts are', async () => {
    const said = [
      'yes',
      'null',
      '1e3',
      ' x ',
      'a: b',
      '- a',
      '# no',
      '',
      'é\u2028\u0085\u0007',
      'a\n\n b\n',
    ];
    const steps = [
      ...said,
      '"\'\\',
      '*x',
      '&x',
      '!!x',
      '---',
      '{{Name}}',
      '2026-05-01',
      '~',
      '@x',
      '%x',
      'x'.repeat(300),
    ];
    const made: BotTest = {
      ...{ format: 1, name: 'Odd', now: '2026-05-01T12:00:00Z', seed: '1' },
      variables: { a: { b: [1, 1.5, true, null, { c: [] }] }, 'no: way': {} },
      steps: steps.map((say) => ({ say })),
    };
    expect(await readYaml(filesOf(await writeYaml([made, made])))).toEqual([made, made]);
  });

  test.each([
    ['not closed', `${HEAD}steps: [`, 'files.0: a.yaml: line 5, column 9: '],
    [
      'with a member twice',
      `${HEAD}seed: "2"\nsteps: []`,
      'files.0: a.yaml: line 5, column 1: Map keys must be unique',
    ],
    [
      'with an alias',
      `${HEAD}steps: [&a { say: x }, *a]`,
      'files.0: a.yaml: line 5, column 24: Aliases are not read',
    ],
    [
      'with a tag that nobody knows',
      `${HEAD}steps: !code []`,
      'files.0: a.yaml: line 5, column 8: Unresolved tag',
    ],
    ['with two tests', `${HEAD}steps: []\n---\nformat: 1`, 'files.0: a.yaml: line 6, column 1: '],
    [
      'with a number that JSON lacks',
      `${HEAD}variables: { a: .nan }\nsteps: []`,
      'files.0: a.yaml: line 5, column 17: Not a number',
    ],
    [
      'with a key that is no text',
      `${HEAD}? [a]\n: x\nsteps: []`,
      'files.0: a.yaml: line 5, column 3: ',
    ],
    ['with a misspelt member', `${HEAD}stepps: []\nsteps: []`, 'files.0'],
    [
      'with a seed that is a number',
      HEAD.replace('"1"', '1') + 'steps: []',
      'files.0.seed: a.yaml: seed: ',
    ],
    ['that is empty', '', 'files.0'],
    [
      'too deep',
      `${HEAD}variables: { a: ${'['.repeat(200)}${']'.repeat(200)} }\nsteps: []`,
      'files.0: a.yaml: line 5, column ',
    ],
    ['far too deep', `${HEAD}variables: { a: ${'['.repeat(90_000)}`, 'files.0'],
  ])('%s is refused, with the place', async (_what, text, fault) => {
    expect(await faultOf(text)).toContain(fault);
  });

  test('is named by its number among several, as is the member that is wrong', async () => {
    const wrong = `${HEAD}steps:\n  - say: x\n  - tell: x\n`;
    expect(await faultOf(`${HEAD}steps: []`, wrong)).toMatch(
      /^files\.1\.steps\.1.*: a.yaml: steps\.1/,
    );
  });

  test('that would take minutes to read is given up, and holds nobody up meanwhile', async () => {
    const keys = Array.from({ length: 60_000 }, (_, index) => `k${index}: 1`).join('\n');
    let served = 0;
    const timer = setInterval(() => (served += 1), 20);
    expect(await faultOf(keys)).toContain('files: This takes too long to read');
    clearInterval(timer);
    expect(served).toBeGreaterThan(20);
  });
});
