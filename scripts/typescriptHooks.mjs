import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { atRoot } from './root.mjs';

/** Resolves imports to sources, which name each other by their compiled files: `.js` stands for `.ts` where that exists. */
export async function resolve(specifier, context, next) {
  const isOurs = !context.parentURL?.includes('/node_modules/');
  if (!isOurs || !/^\..*\.js$/.test(specifier)) return next(specifier, context);
  try {
    return await next(specifier.replace(/js$/, 'ts'), context);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return next(specifier, context);
  }
}

/** Compiles one file in memory. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const options = { cwd: atRoot('.'), sourceMaps: 'inline' };
  const { code } = await transformFile(fileURLToPath(url), options);
  return { format: 'module', source: code, shortCircuit: true };
}
