import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { builtOnce, hashOf, listFiles } from './builtOnce.mjs';
import { atRoot } from './root.mjs';

/** The folders of the sources that are bundled. */
export const consoleSources = ['packages/console/src', 'packages/client/src'].map(atRoot);
const own = ['package-lock.json', 'scripts/console.mjs'].map(atRoot);

/**
 * Bundles the console for browsers: one script, its parts and lists of those that pages begin with, and one style sheet. Does nothing if
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

async function bundle(outdir) {
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    metafile: true,
    absWorkingDir: atRoot('.'),
    entryPoints: {
      console: atRoot('packages/console/src/main.tsx'),
      styles: atRoot('packages/console/src/styles.css'),
    },
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
  });
  for (const [name, source] of [
    ['console', 'main.tsx'],
    ['bot', 'bot/BotScreen.tsx'],
    ['flow', 'bot/FlowScreen.tsx'],
    ['others', 'bot/otherScreens.ts'],
    ['workspace', 'app/workspaceScreens.ts'],
  ]) {
    const parts = partsOf(metafile.outputs, `packages/console/src/${source}`);
    writeFileSync(join(outdir, `${name}.txt`), parts.join('\n'));
  }
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
