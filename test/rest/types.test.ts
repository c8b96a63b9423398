import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import openapiTS, { astToString } from 'openapi-typescript';
import typescript from 'typescript';

const api = new URL('../../docs/openapi.json', import.meta.url);
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-types-'));
  const types = await openapiTS(readFileSync(api, 'utf8'), { silent: true });
  writeFileSync(join(folder, 'api.d.ts'), astToString(types));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the compiler says of code that uses the generated types. */
const faultsOf = (code: string): readonly string[] => {
  const file = join(folder, 'use.ts');
  writeFileSync(file, `import type { components, paths } from './api.js';\n${code}`);
  const program = typescript.createProgram([file], {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    types: [],
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
  });
  return typescript
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'));
};

const bot = `
  type Known = components['schemas']['KnownBlock'];
  type Got = paths['/v1/bots/{botId}']['get']['responses'][200]['content']['application/json'];
  export const textsIn = ({ bot }: Got): (string | undefined)[] =>
    bot.groups.flatMap(({ blocks }) => blocks as Known[]).map((block) => {
      switch (block.type) {
        case 'text': return block.content?.plainText;
        case 'number input': return String(block.options?.min);
        case 'Set variable': return block.options?.expressionToEvaluate;
        default: return block.id;
      }
    });`;

test('a client generated from the API description compiles, and tells blocks apart by their type', () => {
  expect(faultsOf(bot)).toEqual([]);
});

test('a client does not compile that reads what a kind of block does not have', () => {
  expect(faultsOf(bot.replace('content?.plainText', 'options?.plainText'))).toEqual([
    expect.stringContaining("Property 'options' does not exist"),
  ]);
});
