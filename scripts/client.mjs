import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { runTool } from './launch.mjs';
import { atRoot, failure } from './root.mjs';

const SOURCES = 'packages/client/src';
const TARGET = 'packages/client/dist';
/** The language level of browsers is that of the oldest Node that the server runs on. */
const options = {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'es6' },
};
const IMPORT = /(\bfrom\s+|\bimport\s+)'([^']+)'/g;

/**
 * Compiles packages/client with swc, and the files of src/engine that it imports: its own go to dist, those to
 * dist/engine. The package needs nothing else of the server, and no library but graphql-ws.
 */
export async function buildClient() {
  const swc = await import('@swc/core');
  const built = new Set(readdirSync(atRoot(SOURCES)).map((name) => `${SOURCES}/${name}`));
  for (const file of built) {
    const { code } = await swc.transformFile(atRoot(file), options);
    for (const imported of importsOf(file, code)) built.add(imported);
    write(`${targetOf(file)}.js`, code.replaceAll("'../../../src/engine/", "'./engine/"));
  }
}

/** Compiles the package, and writes its types for publishing. */
export async function packClient() {
  rmSync(atRoot(TARGET), { recursive: true, force: true });
  await buildClient();
  const status = await runTool('typescript', 'tsc', ['-p', 'packages/client/tsconfig.json']);
  if (status !== 0) return status;
  const types = atRoot(join('.cache/client', SOURCES));
  for (const name of readdirSync(types).filter((one) => one.endsWith('.d.ts'))) {
    const text = readFileSync(join(types, name), 'utf8');
    if (text.includes('src/engine')) throw failure(`${name} names types of the server`);
    write(join(TARGET, name), text);
  }
  write(join(TARGET, 'blocks.d.ts'), await typesOfDocuments());
  return 0;
}

/**
 * The types of all schemas of the API description: bots, flows, blocks, messages, inputs and actions, each under its name, with
 * `type` as the discriminator of kinds.
 */
export async function typesOfDocuments() {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const description = readFileSync(atRoot('docs/openapi.json'), 'utf8');
  const options = { silent: true, rootTypes: true, rootTypesNoSchemaPrefix: true };
  return astToString(await openapiTS(description, options));
}

/** The files of this repository that a file imports; fails for any except the pure parts of the engine. */
function importsOf(file, code) {
  return [...code.matchAll(IMPORT)].flatMap(([, , name]) => {
    if (name === 'graphql-ws') return [];
    const path = posix.join(posix.dirname(file), name.replace(/\.js$/, '.ts'));
    const isOurs = name.startsWith('.') && /^(packages\/client\/src|src\/engine)\//.test(path);
    if (!isOurs) throw failure(`${file} imports ${name}, which browsers do not have`);
    return [path];
  });
}

function targetOf(file) {
  const path = file.replace(/\.ts$/, '').replace(/^src\//, `${TARGET}/`);
  return path.replace(SOURCES, TARGET);
}

/** Writes a file unless it has this text: a test may be loading it. */
function write(path, text) {
  const file = atRoot(path);
  mkdirSync(dirname(file), { recursive: true });
  try {
    if (readFileSync(file, 'utf8') === text) return;
  } catch {
    // The file does not exist yet.
  }
  writeFileSync(file, text);
}
