import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import typescript from 'typescript';
import { typesOfDocuments } from '../../scripts/client.mjs';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-types-'));
  writeFileSync(join(folder, 'blocks.d.ts'), await typesOfDocuments());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the compiler says of code that uses the generated types. */
const faultsOf = (code: string): readonly string[] => {
  const file = join(folder, 'use.ts');
  writeFileSync(file, `import type { KnownBlock, paths } from './blocks.js';\n${code}`);
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
  type Got = paths['/v1/bots/{botId}']['get']['responses'][200]['content']['application/json'];
  export const textsIn = ({ bot }: Got): (string | undefined)[] =>
    bot.groups.flatMap(({ blocks }) => blocks as KnownBlock[]).map((block) => {
      switch (block.type) {
        case 'text': return block.content?.plainText;
        case 'number input': return String(block.options?.min);
        case 'Set variable': return block.options?.expressionToEvaluate;
        default: return block.id;
      }
    });`;

test('the types of @parley/client/blocks compile, and tell blocks apart by their type', () => {
  expect(faultsOf(bot)).toEqual([]);
});

test('a program does not compile that reads what a kind of block does not have', () => {
  expect(faultsOf(bot.replace('content?.plainText', 'options?.plainText'))).toEqual([
    expect.stringContaining("Property 'options' does not exist"),
  ]);
});
