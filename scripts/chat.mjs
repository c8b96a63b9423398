import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atRoot } from './root.mjs';

const TARGET = 'packages/chat/dist';

/**
 * Bundles the pages that browsers load: the widget, the page of a bot and the front page. Does nothing while they were made of the
 * same sources.
 */
export async function buildChat() {
  const stamp = hashOf([
    'packages/chat/src',
    'packages/client/src',
    'node_modules/preact/package.json',
    'node_modules/libphonenumber-js/package.json',
  ]);
  if (readStamp() === stamp) return;
  const started = Date.now();
  const esbuild = await import('esbuild');
  const outdir = atRoot(`${TARGET}.${process.pid}`);
  await esbuild.build({
    entryPoints: ['embed', 'page', 'frame', 'front'].map((name) =>
      atRoot(`packages/chat/src/${name}.ts`),
    ),
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    chunkNames: 'parts/[name]-[hash]',
    alias: { '@parley/client': atRoot('packages/client/src/index.ts') },
    define: { CALLING_CODES: JSON.stringify(await callingCodes()) },
    plugins: [cssAsText(esbuild)],
    logLevel: 'warning',
  });
  writeFileSync(join(outdir, '.sources'), stamp);
  rmSync(atRoot(TARGET), { recursive: true, force: true });
  renameSync(outdir, atRoot(TARGET));
  console.log(`Built the chat in ${Date.now() - started} ms`);
}

/** Each country with its calling code, such as `FR33`, which the field for phone numbers offers. */
async function callingCodes() {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/min');
  return getCountries()
    .map((country) => country + getCountryCallingCode(country))
    .join(' ');
}

/** A style sheet becomes a module that exports its text, since it goes into a shadow root. */
function cssAsText(esbuild) {
  return {
    name: 'css-as-text',
    setup: (build) => {
      build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { code } = await esbuild.transform(readFileSync(path, 'utf8'), {
          loader: 'css',
          minify: true,
        });
        return { contents: `export const text = ${JSON.stringify(code.trim())};`, loader: 'js' };
      });
    },
  };
}

function hashOf(places) {
  const hash = createHash('sha256');
  for (const place of places.map(atRoot)) {
    for (const file of filesIn(place)) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(place) {
  if (place.endsWith('.json')) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function readStamp() {
  try {
    return readFileSync(atRoot(join(TARGET, '.sources')), 'utf8');
  } catch {
    return undefined;
  }
}
