import { readFileSync } from 'node:fs';
import { builtOnce, hashOf, listFiles } from './builtOnce.mjs';
import { atRoot } from './root.mjs';

/** The folders of the sources that are bundled. */
export const chatSources = ['packages/chat/src', 'packages/client/src'].map(atRoot);
const packages = ['preact', 'libphonenumber-js'].map((name) =>
  atRoot(`node_modules/${name}/package.json`),
);

/**
 * Bundles the scripts that browsers load: of the widget, of the page of a bot and of the front page. Does nothing if they were
 * bundled from the same sources; returns whether they were bundled now.
 */
export async function buildChat() {
  return builtOnce({
    folder: 'packages/chat/dist',
    stamp: hashOf([...chatSources.flatMap(listFiles), ...packages]),
    build: async (outdir) => {
      await bundle(outdir);
      return 'the chat';
    },
  });
}

async function bundle(outdir) {
  const esbuild = await import('esbuild');
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
    plugins: [cssAsText(esbuild), commonPartsAsOne()],
    logLevel: 'warning',
  });
}

/** Each country with its calling code, such as `FR33`, which the field for phone numbers offers. */
async function callingCodes() {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/min');
  return getCountries()
    .map((country) => country + getCountryCallingCode(country))
    .join(' ');
}

/**
 * Makes inputs that are loaded later import everything that is loaded first. esbuild makes one file for the modules that the same
 * entries need, so these become one file, instead of one for every few lines that two entries share.
 */
function commonPartsAsOne() {
  return {
    name: 'common-parts-as-one',
    setup: (build) => {
      build.onLoad({ filter: /packages\/chat\/src\/inputs\/\w+\.tsx$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        return {
          contents: `${text}\nexport { defineElement } from '../element.js';`,
          loader: 'tsx',
        };
      });
    },
  };
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
