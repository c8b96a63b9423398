import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { builtOnce, hashOf, listFiles } from './builtOnce.mjs';
import { atRoot } from './root.mjs';

/** The folders of the sources that are bundled. */
export const consoleSources = ['packages/console/src', 'packages/client/src'].map(atRoot);
const own = ['package-lock.json', 'scripts/console.mjs'].map(atRoot);

/**
 * Bundles the console for browsers: one script, its parts and a list of those that screens begin with, and one style sheet. Does nothing if
 * it was bundled from the same sources; returns whether it was bundled now.
 */
export async function buildConsole() {
  return builtOnce({
    folder: 'packages/console/dist',
    stamp: hashOf([...consoleSources.flatMap(listFiles), ...own]),
    build: async (outdir) => {
      await bundle(outdir);
      return 'the console';
    },
  });
}

const FOLDER = 'packages/console/src';

/** The modules of the parts that pages begin with: what all of them show, and the screens, those of a bot by their names in addresses. */
const PARTS = {
  all: 'app/show.tsx',
  flow: 'bot/FlowScreen.tsx',
  theme: 'inspector/documents/Setup.tsx',
  settings: 'inspector/documents/Setup.tsx',
  languages: 'languages/Languages.tsx',
  try: 'tryout/tries.ts',
  chats: 'tryout/tries.ts',
  tests: 'tests/Tests.tsx',
  versions: 'versions/Versions.tsx',
  results: 'results/Results.tsx',
  analytics: 'analytics/Analytics.tsx',
  workspace: 'app/workspaceScreens.ts',
};

async function bundle(outdir) {
  const esbuild = await import('esbuild');
  const options = {
    metafile: true,
    absWorkingDir: atRoot('.'),
    entryPoints: { console: atRoot(`${FOLDER}/main.ts`), styles: atRoot(`${FOLDER}/styles.css`) },
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    // The style sheet names a picture of the server.
    external: ['../icon.svg'],
    jsx: 'automatic',
    chunkNames: 'parts/[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: Object.fromEntries(
      [
        ['', 'index'],
        ['/caches', 'caches'],
        ['/dashboard', 'dashboard'],
      ].map(([path, file]) => [`@parley/client${path}`, atRoot(`packages/client/src/${file}.ts`)]),
    ),
    logLevel: 'warning',
  };
  const divided = await esbuild.build({ ...options, write: false });
  const plugins = [sharing(divided.metafile.outputs)];
  const { metafile } = await esbuild.build({ ...options, plugins });
  const lines = Object.entries(PARTS).map(([name, path]) =>
    [name, ...partsOf(metafile.outputs, `${FOLDER}/${path}`)].join(' '),
  );
  writeFileSync(join(outdir, 'parts.txt'), lines.join('\n'));
}

/** Bytes; what is smaller is no file of its own. */
const SMALL = 10_000;

/**
 * Puts what parts have in common into one file: esbuild makes one for each set of parts that use the same, and loading most of those takes
 * longer than reading them.
 */
function sharing(outputs) {
  const all = Object.values(outputs);
  const common = all
    .filter(({ entryPoint, bytes }) => entryPoint === undefined && bytes < SMALL)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((path) => !path.startsWith('<'));
  // All others wait for the words of a language.
  const parts = all
    .flatMap(({ entryPoint }) => entryPoint ?? [])
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith(`${FOLDER}/i18n/`))
    .map(atRoot);
  return {
    name: 'sharing',
    setup(build) {
      build.onResolve({ filter: /^common to all parts$/ }, ({ path }) => ({
        path,
        namespace: 'sharing',
      }));
      build.onLoad({ filter: /^/, namespace: 'sharing' }, () => ({
        contents: common.map((path) => `import ${JSON.stringify(atRoot(path))};`).join('\n'),
        resolveDir: atRoot('.'),
      }));
      build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (!parts.includes(path)) return undefined;
        const contents = `import 'common to all parts';${readFileSync(path, 'utf8')}`;
        return { contents, loader: 'tsx' };
      });
    },
  };
}

/** The names of the parts that a module is in and imports: browsers find them one after the other unless a page names them. */
function partsOf(outputs, source) {
  const found = new Set(Object.keys(outputs).filter((path) => outputs[path].entryPoint === source));
  for (const path of found) {
    for (const { kind, path: next } of outputs[path].imports) {
      if (kind === 'import-statement') found.add(next);
    }
  }
  return [...found].filter((path) => path.includes('/parts/')).map((path) => basename(path));
}
