// The hooks by which Node loads what tests import: TypeScript from its sources, and `@jest/globals` from what jest gave the runner.
import { fileURLToPath } from 'node:url';
import * as typescript from '../../scripts/typescriptHooks.mjs';

const globals = new URL('jestGlobals.mjs', import.meta.url).href;
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

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  return typescript.resolve(specifier, context, next);
}

/** Loads a file; the runner numbers test files in their addresses. */
export async function load(url, context, next) {
  const file = url.replace(/\?.*$/, '');
  return file.endsWith('.ts') ? compile(file, next) : next(url, context);
}
