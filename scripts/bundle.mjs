import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buildServer } from './build.mjs';
import { builtOnce, hashOf } from './builtOnce.mjs';
import { atRoot } from './root.mjs';

/** Optional packages of type-graphql and pg, used where they are installed. */
const OPTIONAL = ['class-validator', 'pg-native'];

/**
 * Compiles the server, and bundles dist/main.js and the packages it loads into bundle/, so that a start reads a few files instead of
 * 2 800. Does nothing if the last bundle is of the same sources; returns whether it bundled.
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

/** Bundles `dist/main.js` into a folder; `changes` replaces options of esbuild. Returns esbuild's result. */
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
    // type-graphql and MikroORM use the names of classes, which esbuild changes if two are equal, or if a class refers to itself.
    keepNames: true,
    minifyWhitespace: true,
    // The ES modules of packages, whose functions are called directly; with CommonJS, each of 90 importers has an object of 230 getters.
    alias: { graphql: 'graphql/index.mjs' },
    sourcemap: true,
    sourcesContent: false,
    // CommonJS packages call `require` for modules of Node.
    banner: {
      js: `import { createRequire as $r } from 'node:module'; const require = $r(import.meta.url); ${NAME_CLASS}`,
    },
    plugins: [laterParts, reading, plainHttp, onlyClassNames],
    logLevel: 'warning',
    ...changes,
  });
}

/** The helper that names a class, in every file of the bundle. */
const NAME_CLASS = `const $name = (of, value) => Object.defineProperty(of, 'name', { value, configurable: true });`;

/**
 * Removes esbuild's names of functions, which define a property for each new closure, of 256 bytes. The calls are replaced by texts
 * of the same length, so that source maps stay valid.
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
 * Leaves modules that are imported on first use in dist and node_modules. Their file names are the same after the next build, so an
 * older server can still run beside it.
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

/** A source map without lines of code; esbuild ignores an empty one. */
const EMPTY_MAP = `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(
  '{"version":3,"sources":["package"],"mappings":"AAAA"}',
).toString('base64')}`;

/**
 * Escapes the characters of a module beyond ASCII. esbuild escapes them except in regular expressions, and a single one makes V8
 * use two bytes for every character of the bundle.
 */
function inAscii(text) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[\u0080-\uffff]/g, escape);
}

/**
 * Reads a module for the bundle. A module of this repository that finds files by its own URL keeps its URL in dist. Packages are not
 * in the source map, which would be four times as large.
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
 * Loads Node's HTTP as CommonJS. As an ES module it also loads the clients of `fetch` and WebSockets, which are among its exports:
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
