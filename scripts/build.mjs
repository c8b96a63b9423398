import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atRoot, failure } from './root.mjs';

const stampName = '.sources';

/**
 * Compiles src into dist with swc: TypeScript becomes JavaScript with a source map, every other file (SQL migrations,
 * pages) is copied. Does nothing while dist was made from the same sources. The new dist replaces the old one in one
 * step, so that no process sees half a build.
 */
export async function buildServer({ always = false } = {}) {
  const files = listFiles(atRoot('src'));
  const stamp = hashOf(files);
  if (always) rmSync(atRoot('dist'), { recursive: true, force: true });
  if (readStamp() === stamp) return;
  const started = Date.now();
  const target = atRoot(`dist.${process.pid}`);
  try {
    await compileAll(files, target);
    writeFileSync(join(target, stampName), stamp);
    replaceBuild(target, stamp);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
  console.log(`Built ${files.length} files in ${Date.now() - started} ms`);
}

// Another command may have built the same sources meanwhile; its build is as good, and a server may be starting from
// it. The old build is moved away in one step: deleting it in place could remove files of a build that arrives
// meanwhile.
function replaceBuild(target, stamp) {
  if (readStamp() === stamp) return;
  const old = `${target}.old`;
  try {
    moveAway(atRoot('dist'), old);
    renameSync(target, atRoot('dist'));
  } catch (error) {
    if (readStamp() !== stamp) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

function moveAway(folder, to) {
  try {
    renameSync(folder, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

// By content, because git and copies reset file times.
function hashOf(files) {
  const hash = createHash('sha256');
  const settings = ['.swcrc', 'node_modules/@swc/core/package.json'].map(atRoot);
  for (const file of [...settings, ...files])
    hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(atRoot(join('dist', stampName)), 'utf8');
  } catch {
    return undefined;
  }
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
