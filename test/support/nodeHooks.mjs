// The hooks by which Node loads what tests import: TypeScript from its sources, and `@jest/globals` from what jest gave the runner.
import { fileURLToPath } from 'node:url';
import * as typescript from '../../scripts/typescriptHooks.mjs';

const tests = new URL('../', import.meta.url).href;
const globals = new URL('jestGlobals.mjs', import.meta.url).href;
const compiled = new Map();
let compile = (url, next) => typescript.load(url, {}, next);

/** With `--coverage`, jest's own compiler instruments the sources whose coverage is collected. */
export async function initialize({ config, coverage }) {
  if (!coverage.collectCoverage) return;
  const { createScriptTransformer, shouldInstrument } = await import('@jest/transform');
  const transformer = await createScriptTransformer(config);
  const options = { ...coverage, supportsStaticESM: true, supportsTopLevelAwait: true };
  compile = async (url, next) => {
    const file = fileURLToPath(url);
    if (!shouldInstrument(file, coverage, config)) return typescript.load(url, {}, next);
    const { code } = await transformer.transformAsync(file, options);
    return { format: 'module', source: code, shortCircuit: true };
  };
}

/** Files of the tests are loaded again for each test file, since they may hold state, such as hooks that they have registered. */
export async function resolve(specifier, context, next) {
  const { search } = new URL(context.parentURL ?? import.meta.url);
  if (specifier === '@jest/globals') return { url: globals + search, shortCircuit: true };
  const found = await typescript.resolve(specifier, context, next);
  const isOurs = found.url.startsWith(tests) && !found.url.includes('?');
  return isOurs ? { ...found, url: found.url + search } : found;
}

/** Loads a file; TypeScript is compiled only once, however often it is loaded. */
export async function load(url, context, next) {
  const file = url.replace(/\?.*$/, '');
  if (!file.endsWith('.ts')) return next(url, context);
  if (!compiled.has(file)) compiled.set(file, compile(file, next));
  return compiled.get(file);
}
