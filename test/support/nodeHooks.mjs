// How Node loads what tests import: TypeScript from its sources, and `@jest/globals` as what jest hands to the runner.
import { fileURLToPath } from 'node:url';
import * as typescript from '../../scripts/typescriptHooks.mjs';

const tests = new URL('../', import.meta.url).href;
const globals = new URL('jestGlobals.mjs', import.meta.url).href;
const compiled = new Map();
let compile = (url, next) => typescript.load(url, {}, next);

/** With `--coverage`, jest's own compiler counts what those sources do that are to be counted. */
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

/** What belongs to the tests is loaded again for each test file: it may keep state, as a hook it has set up. */
export async function resolve(specifier, context, next) {
  const { search } = new URL(context.parentURL ?? import.meta.url);
  if (specifier === '@jest/globals') return { url: globals + search, shortCircuit: true };
  const found = await typescript.resolve(specifier, context, next);
  const isOurs = found.url.startsWith(tests) && !found.url.includes('?');
  return isOurs ? { ...found, url: found.url + search } : found;
}

/** Compiles a file once, however often it is loaded. */
export async function load(url, context, next) {
  const file = url.replace(/\?.*$/, '');
  if (!file.endsWith('.ts')) return next(url, context);
  if (!compiled.has(file)) compiled.set(file, compile(file, next));
  return compiled.get(file);
}
