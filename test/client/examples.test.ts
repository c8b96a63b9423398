import { expect, test } from '@jest/globals';
import typescript from 'typescript';
import { typesOfDocuments } from '../../scripts/client.mjs';
import { filesOfRepository, textOf } from '../support/repository.js';

const pages = filesOfRepository().filter((file) => /^(docs|packages)\/.*\.md$/.test(file));

/** The examples in TypeScript, by the names of files in which they could be. */
const examples = pages.flatMap((page) =>
  [...textOf(page).matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ''], index) => [`${page.replaceAll(/\W/g, '-')}-${index}.ts`, code] as const,
  ),
);
const ofClients = examples.filter(([, code]) => code.includes("'@parley/client"));

/** What readers have of their own: the server, and whom they work for. */
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

/** What the compiler says of files that are nowhere but here, as if they were in this repository. */
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
