import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildServer } from './build.mjs';
import { builtOnce, hashOf, listFiles } from './builtOnce.mjs';
import { buildChat } from './chat.mjs';
import { buildConsole } from './console.mjs';
import { bundle, plainHttp, reading } from './bundle.mjs';
import { atRoot, failure } from './root.mjs';

/** The folder that is packed: everything that a server needs except Node and the programs of PostgreSQL. */
const FOLDER = 'packed';

/** Where package.json is kept while npm packs another. */
const KEPT = '.cache/package.json';

/** The members of a manifest for packages that are in the bundle, or needed to make it. */
const OF_A_CLONE = ['dependencies', 'devDependencies', 'workspaces', 'scarfSettings'];

/** The entries of the bundle: the server and the commands beside it. */
const ENTRIES = {
  main: 'dist/main.js',
  migrate: 'dist/cli/migrate.js',
  token: 'dist/cli/token.js',
  user: 'dist/cli/user.js',
  rotateSecrets: 'dist/cli/rotateSecrets.js',
};

/** Files with imports of packages that threads are started from or import. */
const THREADS = [
  'sandbox/worker.mjs',
  'sandbox/intlHost.mjs',
  'simulation/yamlThread.mjs',
  'web/explorerParts.mjs',
];

/** Files of packages that the server reads by path, with the place where it looks for them. */
const PARTS = {
  'node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm': 'dist/sandbox',
  'node_modules/swagger-ui-dist/swagger-ui.css': 'dist/web/swagger',
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js': 'dist/web/swagger',
};

/** Files of this repository that the server reads, and the command itself. */
const READ = [
  'docs',
  'examples/bots',
  'examples/runTests.mjs',
  'packages/chat/dist',
  'packages/console/dist',
  'packages/client/README.md',
  '.env.example',
  ...['README', 'ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map(
    (page) => `${page}.md`,
  ),
];

/**
 * Builds the content of the npm package: the server and its commands with every package that they may load, so that an installation
 * is exactly what was tested. Does nothing if the last build is of the same sources; returns whether it built.
 */
export async function buildPackage() {
  await Promise.all([buildServer(), buildChat(), buildConsole()]);
  const scripts = listFiles(atRoot('scripts'));
  const read = READ.map(atRoot).flatMap((path) => (isFolder(path) ? listFiles(path) : [path]));
  const made = ['dist/.sources', 'package-lock.json'].map(atRoot);
  return builtOnce({
    folder: FOLDER,
    stamp: hashOf([...made, ...scripts, ...read]),
    build: async (target) => {
      await fill(target);
      return 'the package';
    },
  });
}

/**
 * Replaces package.json by a manifest without the packages that are in the bundle, so that npm does not install them again.
 * `keepManifest` restores the original; if npm was killed in between, the next call starts from the original.
 */
export async function takeManifest() {
  if (existsSync(atRoot(KEPT))) keepManifest();
  await buildPackage();
  const text = readFileSync(atRoot('package.json'), 'utf8');
  mkdirSync(atRoot('.cache'), { recursive: true });
  writeFileSync(atRoot(KEPT), text);
  writeFileSync(atRoot('package.json'), packedManifest(text));
}

/** Restores the manifest of the repository. */
export function keepManifest() {
  renameSync(atRoot(KEPT), atRoot('package.json'));
}

/** Makes the manifest of the package from that of the repository. */
export function packedManifest(text) {
  const manifest = JSON.parse(text);
  for (const list of OF_A_CLONE) delete manifest[list];
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

async function fill(target) {
  const bundles = [bundleAll(target), ...THREADS.map((file) => bundleThread(file, target))];
  for (const path of READ) copy(path, join(target, path));
  for (const [path, folder] of Object.entries(PARTS)) {
    copy(path, join(target, folder, path.split('/').at(-1)));
  }
  const assets = listFiles(atRoot('src')).map((file) => file.slice(atRoot('src/').length));
  for (const file of assets.filter((one) => !/\.(?:m?ts|md)$/.test(one))) {
    if (!THREADS.includes(file)) copy(`src/${file}`, join(target, 'dist', file));
  }
  copy('scripts/parley.mjs', join(target, 'parley.mjs'));
  const inputs = (await Promise.all(bundles)).flatMap(({ metafile }) =>
    Object.keys(metafile.inputs),
  );
  writeFileSync(join(target, 'LICENSES.txt'), licencesOf([...inputs, ...Object.keys(PARTS)]));
}

/** Bundles the server and its commands; parts that they load later stay separate files. */
function bundleAll(target) {
  return bundle(join(target, 'bundle'), {
    entryPoints: ENTRIES,
    metafile: true,
    plugins: [laterPackages, prettyLog, reading, plainHttp],
  });
}

/** Bundles a file with its packages, but not with its neighbours, since the sandbox reads the text of functions. */
function bundleThread(file, target) {
  return bundle(dirname(join(target, 'dist', file)), {
    entryPoints: [`dist/${file}`],
    outExtension: { '.js': '.mjs' },
    splitting: false,
    keepNames: false,
    minifyWhitespace: false,
    alias: {},
    sourcemap: false,
    metafile: true,
    plugins: [neighbours],
  });
}

const neighbours = {
  name: 'neighbours',
  setup: (build) => {
    build.onResolve({ filter: /^\.\// }, ({ path, importer }) =>
      importer.startsWith(atRoot('dist/')) ? { path, external: true } : undefined,
    );
  },
};

/**
 * Resolves the packages that our modules import on first use. Of a CommonJS package, esbuild would only export `default`, so its
 * names are read with Node.
 */
const laterPackages = {
  name: 'later-packages',
  setup: (build) => {
    const namespace = 'later-packages';
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) =>
      kind === 'dynamic-import' && importer.startsWith(atRoot('dist/'))
        ? { path, namespace }
        : undefined,
    );
    build.onLoad({ filter: /^/, namespace }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => /^[\w$]+$/.test(name));
      const named = names.filter((name) => name !== 'default').join(', ');
      const byDefault = names.includes('default') ? 'export default all.default;' : '';
      const contents = `import * as all from '${path}'; export const { ${named} } = all; ${byDefault}`;
      return { contents, resolveDir: atRoot('.') };
    });
  },
};

/** Replaces Node's function by `require` itself, whose packages esbuild bundles. */
const prettyLog = {
  name: 'pretty-log',
  setup: (build) => {
    build.onLoad({ filter: /\/dist\/log\/log\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace('const require = createRequire(import.meta.url);', '');
      if (contents === text) throw failure(`${path} requires pino-pretty in another way`);
      return { contents };
    });
  },
};

function copy(path, to) {
  cpSync(atRoot(path), to, {
    recursive: true,
    filter: (source) => !/\/(?:\.sources|docs\/\w+\.(?:json|graphql))$/.test(source),
  });
}

/** The licences of the packages of these files, and of those in the scripts for browsers. */
function licencesOf(files) {
  const packages = [
    ...files.flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
    ...['chat', 'console'].flatMap(packagesOf),
  ];
  return [...new Set(packages)].sort().map(licenceOf).join('\n');
}

/** The folders of the packages that one for browsers names. */
function packagesOf(name) {
  const { dependencies } = JSON.parse(
    readFileSync(atRoot(`packages/${name}/package.json`), 'utf8'),
  );
  return Object.keys(dependencies).map((one) => `node_modules/${one}`);
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(atRoot(join(folder, 'package.json')), 'utf8'),
  );
  const texts = readdirSync(atRoot(folder))
    .filter((file) => /^(?:licen[cs]e|notice|copying)|\.LICENSE\.txt$/i.test(file))
    .map((file) => readFileSync(atRoot(join(folder, file)), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts, ''].join('\n\n');
}

function isFolder(path) {
  return existsSync(path) && !/\.\w+$/.test(path);
}
