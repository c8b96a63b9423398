import { builtOnce, hashOf, listFiles } from './builtOnce.mjs';
import { atRoot } from './root.mjs';

/** The folders of the sources that are bundled. */
export const consoleSources = ['packages/console/src', 'packages/client/src'].map(atRoot);
const own = ['package-lock.json', 'scripts/console.mjs'].map(atRoot);

/**
 * Bundles the console for browsers: one script, the parts that it loads later, and one style sheet. Does nothing if it was bundled from
 * the same sources; returns whether it was bundled now.
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
  await esbuild.build({
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
}
