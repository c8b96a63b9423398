import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buildServer } from './build.mjs';
import { builtOnce, hashOf } from './builtOnce.mjs';
import { atRoot } from './root.mjs';

/** Packages that type-graphql and pg use where somebody installed them. */
const OPTIONAL = ['class-validator', 'pg-native'];

/**
 * Compiles the server, and bundles dist/main.js and the packages it loads into bundle/, so that a start reads a few files instead of 2 800. Does nothing
 * while it was bundled from the same; gives whether it was bundled.
 */
export async function bundleServer({ always = false } = {}) {
  await buildServer({ always });
  const made = ['dist/.sources', 'package-lock.json', 'scripts/bundle.mjs'];
  return builtOnce({
    folder: 'bundle',
    stamp: hashOf(made.map(atRoot)),
    build: async (target) => {
      await bundle(target);
      return 'the bundle of the server';
    },
  });
}

/** Bundles `dist/main.js` into a folder; `changes` are options of esbuild that are to be others. Gives what esbuild says of it. */
export async function bundle(target, changes = {}) {
  const esbuild = await import('esbuild');
  return esbuild.build({
    absWorkingDir: atRoot('.'),
    entryPoints: ['dist/main.js'],
    outdir: target,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.20',
    external: OPTIONAL,
    // type-graphql and MikroORM name things after classes, which esbuild renames where two have one name, or where one names itself.
    keepNames: true,
    minifyWhitespace: true,
    // As modules, whose functions are called directly; of CommonJS, each of 90 importers has an object with 230 getters.
    alias: { graphql: 'graphql/index.mjs' },
    sourcemap: true,
    sourcesContent: false,
    // What packages for CommonJS require of Node.
    banner: {
      js: `import { createRequire as $r } from 'node:module'; const require = $r(import.meta.url); ${NAME_CLASS}`,
    },
    plugins: [laterParts, reading, plainHttp, onlyClassNames],
    logLevel: 'warning',
    ...changes,
  });
}

/** Names a class; in every file of the bundle. */
const NAME_CLASS = `const $name = (of, value) => Object.defineProperty(of, 'name', { value, configurable: true });`;

/**
 * esbuild names functions as well as classes, and so defines a property each time one is made: 256 bytes for each closure. What it
 * wrote is replaced by texts of the same length, so that the source maps stay right.
 */
const onlyClassNames = {
  name: 'only-class-names',
  setup: (build) => {
    const nameOne = '__defProp(target,"name",{value,configurable:true})';
    build.onEnd(async () => {
      const { outdir } = build.initialOptions;
      const files = (await readdir(outdir)).filter((file) => file.endsWith('.js'));
      let isReplaced = false;
      for (const file of files) {
        const text = await readFile(join(outdir, file), 'utf8');
        isReplaced ||= text.includes(nameOne);
        const changed = text
          .replace(nameOne, 'target'.padEnd(nameOne.length))
          .replaceAll('static{__name(this,', 'static{$name (this,');
        await writeFile(join(outdir, file), changed);
      }
      if (!isReplaced) throw new Error('esbuild names functions in another way than expected');
    });
  },
};

/**
 * What our modules import with their first use stays outside, in dist and node_modules. The names of those files are the same after
 * the next build, beside which an older server may run.
 */
const laterParts = {
  name: 'later-parts',
  setup: (build) => {
    build.onResolve({ filter: /^/ }, ({ kind, path, importer, resolveDir }) => {
      if (kind !== 'dynamic-import' || !importer.startsWith(atRoot('dist/'))) return undefined;
      if (!path.startsWith('.')) return { path, external: true };
      return { path: `../${relative(atRoot('.'), join(resolveDir, path))}`, external: true };
    });
  },
};

/** A source map without a line to show: esbuild ignores one that is empty. */
const EMPTY_MAP = `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(
  '{"version":3,"sources":["package"],"mappings":"AAAA"}',
).toString('base64')}`;

/**
 * The text of a module with escapes for characters beyond ASCII. esbuild escapes all but those in regular expressions, and a single one
 * makes V8 keep two bytes for every character of the bundle.
 */
function inAscii(text) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[\u0080-\uffff]/g, escape);
}

/**
 * Reads a module for the bundle. One of ours that finds files by its own address keeps the address that it has in dist. Lines of
 * packages have no entry in the source map, which would be four times as large.
 */
export const reading = {
  name: 'reading',
  setup: (build) => {
    build.onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      const place = relative(atRoot('.'), path);
      const text = inAscii(await readFile(path, 'utf8'));
      const isOurs = place.startsWith('dist/');
      if (!isOurs) return { contents: text + EMPTY_MAP };
      if (place === 'dist/main.js' || !text.includes('import.meta.url')) return { contents: text };
      const address = `new URL('../${place}', import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', address) };
    });
  },
};

/**
 * Node's HTTP as CommonJS: as a module, it also loads the client of `fetch` and of WebSockets, whose names are among its exports, in
 * 40 ms and 3 MB.
 */
export const plainHttp = {
  name: 'plain-http',
  setup: (build) => {
    const namespace = 'plain-http';
    build.onResolve({ filter: /^node:http$/ }, ({ namespace: from }) =>
      from === namespace ? { external: true } : { path: 'node:http', namespace },
    );
    build.onLoad({ filter: /^/, namespace }, () => ({
      contents: `module.exports = require('node:http');`,
    }));
  },
};
