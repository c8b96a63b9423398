import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtOnce, hashOf, listFiles } from './builtOnce.mjs';
import { atRoot, failure } from './root.mjs';

/**
 * Compiles src into dist with swc: TypeScript becomes JavaScript with a source map, every other file (SQL migrations,
 * pages) is copied. Does nothing if dist is of the same sources; returns whether it built.
 */
export async function buildServer({ always = false } = {}) {
  const files = listFiles(atRoot('src'));
  const settings = ['.swcrc', 'node_modules/@swc/core/package.json'].map(atRoot);
  if (always) rmSync(atRoot('dist'), { recursive: true, force: true });
  return builtOnce({
    folder: 'dist',
    stamp: hashOf([...settings, ...files]),
    build: async (target) => {
      await compileAll(files, target);
      return `${files.length} files`;
    },
  });
}

async function compileAll(files, target) {
  const swc = await import('@swc/core');
  await Promise.all(files.map((file) => compile(swc, file, target)));
}

async function compile(swc, file, target) {
  const output = join(target, file.slice(atRoot('src').length));
  mkdirSync(dirname(output), { recursive: true });
  if (!file.endsWith('.ts')) return cpSync(file, output);
  const scriptFile = output.replace(/\.ts$/, '.js');
  const { code, map } = await transform(swc, file);
  writeFileSync(scriptFile, `${code}//# sourceMappingURL=${scriptFile.split('/').at(-1)}.map\n`);
  writeFileSync(`${scriptFile}.map`, map);
}

async function transform(swc, file) {
  try {
    return await swc.transformFile(file, { cwd: atRoot('.') });
  } catch (error) {
    throw failure(`${file} does not compile:\n${error.message}`);
  }
}
