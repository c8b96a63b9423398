import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { atRoot } from './root.mjs';

/** Sources import each other by the name of the compiled file: `.js` stands for `.ts`. */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    const isSource = specifier.startsWith('.') && specifier.endsWith('.js');
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !isSource) throw error;
    return next(specifier.replace(/\.js$/, '.ts'), context);
  }
}

/** Compiles one file in memory. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const options = { cwd: atRoot('.'), sourceMaps: 'inline' };
  const { code } = await transformFile(fileURLToPath(url), options);
  return { format: 'module', source: code, shortCircuit: true };
}
