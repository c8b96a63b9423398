import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import typescript from 'typescript';
import { typesOfDocuments } from '../../scripts/client.mjs';
import { filesOfRepository, textOf } from '../support/repository.js';

const pages = filesOfRepository().filter((file) => /^(docs|packages)\/.*\.md$/.test(file));

/** The TypeScript examples, by names of files in which they could be. */
const examples = pages.flatMap((page) =>
  [...textOf(page).matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ''], index) => [`${page.replaceAll(/\W/g, '-')}-${index}.ts`, code] as const,
  ),
);
const ofClients = examples.filter(([, code]) => code.includes("'@parley/client"));

/** The declarations that readers have themselves: the address of their server, and their ids. */
const GIVEN = 'declare const url: string, token: string, workspaceId: string, botId: string;';

test('the examples for clients compile as they are, with the types of the package', async () => {
  expect(ofClients.length).toBeGreaterThanOrEqual(6);
  const files = new Map([
    ...ofClients,
    ['given.d.ts', GIVEN],
    ['blocks.d.ts', await typesOfDocuments()],
  ]);
  expect(faultsOf(files)).toEqual([]);
});

/** The compiler's messages about files that exist only in memory, as if they were in this repository. */
function faultsOf(files: ReadonlyMap<string, string>): string[] {
  const client = (name: string) => [`./packages/client/src/${name}.ts`];
  const options: typescript.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.asynciterable.d.ts'],
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    types: [],
    paths: {
      '@parley/client': client('index'),
      '@parley/client/caches': client('caches'),
      '@parley/client/dashboard': client('dashboard'),
      '@parley/client/blocks': ['./blocks.d.ts'],
    },
  };
  const host = typescript.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const own = (path: string) => files.get(path.split('/').at(-1) ?? '');
  host.readFile = (path) => own(path) ?? readFile(path);
  host.fileExists = (path) => own(path) !== undefined || fileExists(path);
  host.getSourceFile = (path, ...rest) => {
    const text = own(path);
    if (text === undefined) return getSourceFile(path, ...rest);
    return typescript.createSourceFile(path, text, rest[0]);
  };
  const program = typescript.createProgram([...files.keys()], options, host);
  return typescript.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const text = typescript.flattenDiagnosticMessageText(messageText, '\n');
    return `${file?.fileName.split('/').at(-1)}: ${text}`;
  });
}

describe('types of blocks:', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-types-'));
    writeFileSync(join(folder, 'blocks.d.ts'), await typesOfDocuments());
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** The compiler's messages about code that uses the generated types. */
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

  test('a program that reads a member which a kind of block does not have does not compile', () => {
    expect(faultsOf(bot.replace('content?.plainText', 'options?.plainText'))).toEqual([
      expect.stringContaining("Property 'options' does not exist"),
    ]);
  });
});
