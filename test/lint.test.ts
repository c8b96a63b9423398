import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

/** Code that breaks one rule of our configuration each, with the path at which it is checked. */
const offences: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['the engine has no clock', 'src/engine/x.ts', 'export const now = () => Date.now();'],
  ['the engine has no clock', 'src/engine/x.ts', 'export const now = () => new Date();'],
  ['the engine has no chance', 'src/engine/x.ts', 'export const dice = () => Math.random();'],
  ['the engine never waits', 'src/engine/x.ts', 'export async function go() {}'],
  ['the engine knows no process', 'src/engine/x.ts', 'export const p = process.pid;'],
  ['the engine has no timer', 'src/engine/x.ts', 'setTimeout(() => undefined, 1);'],
  ['only config.ts reads settings', 'src/chat/x.ts', 'export const p = process.env.PORT;'],
  ['one way out', 'src/chat/x.ts', "export const page = fetch('https://example.com');"],
  ['one way out', 'src/integrations/x.ts', "export const s = new WebSocket('wss://x');"],
  ['storage writes', 'src/rest/x.ts', 'export const w = (unit: Unit) => unit.flush();'],
  ['no code from text', 'src/chat/x.ts', "export const f = new Function('return 1');"],
  ['no code from text', 'src/chat/x.ts', "eval('1');"],
  ['no default export', 'src/chat/x.ts', 'export default 1;'],
  ['no any', 'src/chat/x.ts', 'export const x: any = 1;'],
  ['a cast has a reason', 'src/chat/x.ts', 'export const x = Number as unknown;'],
  ['JSON has named parsers', 'src/chat/x.ts', "export const x: unknown = JSON.parse('1');"],
  ['no type by Object', 'src/chat/x.ts', 'export const x = (y: unknown): Bot => Object(y);'],
  ['no member of no type', 'src/chat/x.ts', "export const x: string = Reflect.get({}, 'a');"],
  ['nothing is printed', 'src/chat/x.ts', "console.log('x');"],
  ['the terms of the glossary', 'src/chat/x.ts', '// Opens the doors.\nexport const x = 1;'],
  ['the terms of the glossary', 'src/chat/x.ts', '/** Is\n * told. */\nexport const x = 1;'],
  ['the terms of the glossary', 'src/chat/x.ts', 'export const crew = 1;'],
  ['the terms of the glossary', 'src/chat/x.ts', "test('it is told', () => undefined);"],
  ['no vague name', 'src/chat/utils.ts', 'export const x = 1;'],
  ['names in camelCase', 'src/chat/an-x.ts', 'export const x = 1;'],
  ['nothing is left to do', 'src/chat/x.ts', '// TODO later\nexport const x = 1;'],
  [
    'three parameters',
    'src/chat/x.ts',
    'export const f = (a = 1, b = 1, c = 1, d = 1) => a + b + c + d;',
  ],
  ['forty lines', 'src/chat/x.ts', `export function f() {${'\n  f();'.repeat(41)}\n}`],
  ['three hundred lines', 'src/chat/x.ts', 'export const x = 1;\n'.repeat(301)],
];

/** Code that looks like an offence, but is allowed at this path. */
const innocent: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['a date with a value', 'src/engine/x.ts', 'export const d = new Date(0);'],
  ['config reads settings', 'src/config/config.ts', 'export const p = process.env.PORT;'],
  ['http.ts opens connections', 'src/integrations/http.ts', "export const p = fetch('https://x');"],
  ['storage writes', 'src/storage/x.ts', 'export const w = (unit: Unit) => unit.flush();'],
  ['operations write', 'src/resolvers/bots/x.ts', 'export const w = (unit: Unit) => unit.flush();'],
  ['as const', 'src/chat/x.ts', "export const x = ['a'] as const;"],
  ['a reasoned cast', 'src/chat/x.ts', '// Why.\nexport const x = Number as unknown;'],
  ['a parser parses', 'src/http/jsonBody.ts', "export const x: unknown = JSON.parse('1');"],
  ['main prints', 'src/main.ts', "console.log('listening');"],
];

describe('the linter', () => {
  const faults = lint([...offences, ...innocent].map(([, file, code]) => ({ file, code })));

  it.each(offences.map(([rule, file, code], place) => ({ rule, file, code, place })))(
    'reports: $rule ($file, case $place)',
    ({ place }) => {
      expect(faults[place]).toHaveLength(1);
    },
  );

  it.each(innocent.map(([rule, file], place) => ({ rule, file, place })))(
    'allows: $rule ($file)',
    ({ place }) => {
      expect(faults[offences.length + place]).toEqual([]);
    },
  );
});

/** The messages of our configuration about each piece. */
function lint(pieces: readonly { file: string; code: string }[]): string[][] {
  const program = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint();
    const faults = [];
    for (const { file, code } of ${JSON.stringify(pieces)}) {
      const [{ messages }] = await eslint.lintText(code, { filePath: file });
      faults.push(messages.map(({ ruleId, message }) => ruleId + ': ' + message));
    }
    console.log(JSON.stringify(faults));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as string[][]; // The output of the program above.
}
