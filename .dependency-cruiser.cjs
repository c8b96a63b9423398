// Who may import whom: house rules, section 7.3. `test/architecture.test.ts` runs this.

/** A folder (or single file) of src, and what else in src it may import; `types:x` means types only. */
const mayImport = {
  checks: [],
  eventLoop: ['checks'],
  words: [],
  engine: ['checks'],
  errors: ['types:checks'],
  config: ['checks', 'errors'],
  log: ['checks', 'types:config'],
  schema: ['checks', 'engine', 'errors'],
  storage: ['schema', 'engine', 'errors', 'eventLoop', 'types:config'],
  sandbox: ['types:engine', 'errors'],
  integrations: ['checks', 'types:engine', 'errors', 'storage', 'eventLoop'],
  auth: ['storage', 'schema', 'errors'],
  chat: [
    'checks',
    'engine',
    'storage',
    'eventLoop',
    'errors',
    'types:schema',
    'types:integrations',
  ],
  simulation: ['checks', 'engine', 'chat', 'eventLoop', 'errors', 'types:sandbox', 'schema'],
  files: [
    'auth',
    'storage',
    'schema',
    'engine',
    'context',
    'http',
    'config',
    'errors',
    'types:chat',
    'types:integrations',
    'types:log',
  ],
  http: ['checks', 'eventLoop', 'errors'],
  rateLimits: ['config', 'errors', 'types:storage'],
  context: [
    'checks',
    'types:chat',
    'types:sandbox',
    'types:http',
    'types:rateLimits',
    'types:integrations',
    'types:files',
    'types:examples',
    'types:schema',
    'auth',
    'storage',
    'types:simulation',
  ],
  resolvers: [
    'checks',
    'eventLoop',
    'chat',
    'simulation',
    'auth',
    'storage',
    'schema',
    'engine',
    'context',
    'errors',
    'words',
  ],
  graphql: [
    'resolvers',
    'schema',
    'checks',
    'eventLoop',
    'http',
    'rateLimits',
    'errors',
    'context',
  ],
  rest: ['types:checks', 'web', 'graphql', 'eventLoop', 'http', 'rateLimits', 'context', 'errors'],
  realtime: ['graphql', 'http', 'rateLimits', 'storage', 'types:schema', 'context', 'errors'],
  jobs: [
    'chat',
    'simulation',
    'engine',
    'schema',
    'storage',
    'integrations',
    'types:context',
    'types:files',
    'types:messenger',
    'errors',
  ],
  messenger: [
    'checks',
    'eventLoop',
    'chat',
    'auth',
    'engine',
    'storage',
    'schema',
    'integrations',
    'errors',
    'types:context',
    'types:files',
  ],
  examples: ['engine', 'types:integrations'],
  web: ['examples', 'graphql', 'http', 'context', 'errors', 'words'],
  account: [
    'web',
    'auth',
    'config',
    'http',
    'rateLimits',
    'storage',
    'schema',
    'context',
    'errors',
    'integrations',
    'types:log',
    'words',
  ],
  cli: ['app', 'auth', 'config', 'types:schema', 'log', 'engine', 'sandbox', 'storage', 'errors'],
  cluster: ['storage', 'auth', 'errors', 'types:config'],
  main: ['app', 'cluster', 'config', 'errors', 'http', 'log'],
};

/** Folders that log nothing; the others may import the types of the log. */
const PURE = ['engine', 'checks'];

// `app`, the composition root, may import all of them and is therefore not in the table.
const unit = (name) => `^src/${name}(/|[.]ts$)`;
const anyOf = (names) => names.map(unit).join('|') || '^$';

const folderRules = Object.entries(mayImport).flatMap(([name, allowed]) => {
  const typesOnly = allowed.filter((other) => other.startsWith('types:')).map((o) => o.slice(6));
  const wholly = allowed.filter((other) => !other.startsWith('types:'));
  const types = PURE.includes(name) ? typesOnly : [...typesOnly, 'log'];
  return [
    {
      name: `${name} imports only what it may`,
      comment: `src/${name} may import of src: ${allowed.join(', ') || 'nothing'}`,
      severity: 'error',
      from: { path: unit(name) },
      to: { path: '^src/', pathNot: anyOf([name, ...wholly, ...types]) },
    },
    {
      name: `${name} imports only types of some`,
      comment: `src/${name} may import nothing but types of: ${types.join(', ')}`,
      severity: 'error',
      from: { path: unit(name) },
      to: {
        path: anyOf(types),
        pathNot: anyOf([name, ...wholly]),
        dependencyTypesNot: ['type-only'],
      },
    },
  ];
});

/** The libraries the engine may use besides zod: no clock, no chance, no input or output in them. */
const pureLibraries = [
  'zod',
  'acorn',
  'mdast-util-from-markdown',
  'date-fns',
  '@date-fns/tz',
  'chrono-node',
  'htmlparser2',
  'libphonenumber-js',
  'validator',
];
const installed = (names) => names.map((name) => `node_modules/${name}/`).join('|');

const networkModules =
  '^(node:)?(http|https|http2|net|tls|dgram|dns|dns/promises|undici)$|node_modules/(undici|ws)/';

module.exports = {
  forbidden: [
    ...folderRules,
    {
      name: 'every folder is listed',
      comment: 'A new folder of src needs a line in .dependency-cruiser.cjs',
      severity: 'error',
      from: { path: '^src/', pathNot: anyOf([...Object.keys(mayImport), 'app']) },
      to: {},
    },
    {
      name: 'the engine is entered by its index',
      comment: 'Import src/engine/index.ts, the engine’s public face',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/' },
      to: { path: '^src/engine/', pathNot: '^src/engine/index[.]ts$' },
    },
    {
      name: 'the client package has of the server what applies edits',
      comment:
        'packages/client runs in browsers: it may import src/engine/edits/applyEdits.ts and edited.ts',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { path: '^src/', pathNot: '^src/engine/edits/(applyEdits|edited)[.]ts$' },
    },
    {
      name: 'the client package needs graphql-ws alone',
      comment: 'Whoever installs packages/client gets graphql-ws and no other library',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { pathNot: '^(src|packages/client)/|node_modules/graphql-ws/' },
    },
    {
      name: 'the chat package needs the client package and Preact alone',
      comment: 'packages/chat is what browsers load: nothing of the server, and no other library',
      severity: 'error',
      from: { path: '^packages/chat/' },
      to: { pathNot: '^packages/(chat|client)/|^@parley/client$|node_modules/preact/' },
    },
    {
      name: 'the console needs the client package and libraries for pages alone',
      comment: 'packages/console is a dashboard like any other: nothing of the server',
      severity: 'error',
      from: { path: '^packages/console/' },
      to: { path: '^(src|packages/chat)/' },
    },
    {
      name: 'the canvas of the console needs no form',
      comment:
        'The inspector shows parts of the canvas, not the reverse; what both need of blocks is in blocks',
      severity: 'error',
      from: { path: '^packages/console/src/canvas/' },
      to: { path: '^packages/console/src/inspector/' },
    },
    {
      name: 'what is known of blocks needs neither canvas nor form',
      comment:
        'The kinds of blocks, their fields and what is wrong with them are needed by all that shows blocks',
      severity: 'error',
      from: { path: '^packages/console/src/blocks/' },
      to: { path: '^packages/console/src/(canvas|inspector)/' },
    },
    {
      name: 'what applies edits runs in browsers',
      comment: 'The code that packages/client takes from the engine uses no library, not even zod',
      severity: 'error',
      from: {
        path: '^src/engine/edits/(applyEdits|edited|.*Edits|places|putPart|mergePatch)[.]ts$',
        pathNot: 'sentEdits',
      },
      to: { pathNot: '^src/engine/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'flows know nothing of their interpreter',
      comment: 'engine/flow and engine/documents are what the interpreter runs, not the reverse',
      severity: 'error',
      from: { path: '^src/engine/(flow|documents)/' },
      to: { path: '^src/engine/interpreter/' },
    },
    {
      name: 'nobody imports main or app',
      comment: 'Only main and the commands of cli start the app; nothing starts main',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main[.]ts$|cli/)' },
      to: { path: '^src/(main|app)[.]ts$' },
    },
    {
      name: 'the engine is pure',
      comment: 'The engine and the checks use no Node module and only the listed pure libraries',
      severity: 'error',
      from: { path: PURE.map(unit).join('|') },
      to: { pathNot: `^src/|${installed(pureLibraries)}`, couldNotResolve: false },
    },
    {
      name: 'one way out to the network',
      comment:
        'Only integrations/http.ts opens connections, with connecting.ts, tunnel.ts and mailSocket.ts; domainLookUp.ts asks for names; only the servers listen',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(integrations/(http|guard|connecting|domainLookUp|tunnel|mailSocket)[.]ts$|http/(server|clientErrors)[.]ts$|realtime/|cluster/|main[.]ts$)',
      },
      to: { path: networkModules, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the database is in storage',
      comment: 'Only storage talks to PostgreSQL; others may name its types',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/storage/' },
      to: { path: 'node_modules/pg/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'clients of a bus are loaded where there is one',
      comment: 'Most servers have none: await import(…)',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: 'node_modules/(ioredis|@nats-io)/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'user code runs in the sandbox',
      comment:
        'Nobody runs code by vm, by which nodeInternals finds a function of V8; only the sandbox starts workers, the explorer one that loads its files, and tests of bots one that reads YAML',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(sandbox/|storage/|http/nodeInternals[.]ts$|simulation/(testYaml|yamlThread)[.]m?[jt]s$|web/explorer(Parts)?[.]m?[jt]s$)',
      },
      to: { path: '^(node:)?(vm|worker_threads)$' },
    },
    {
      name: 'few start programs',
      comment:
        'Only storage starts PostgreSQL; only scanFile starts the virus scanner that the operator set',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(storage/|files/scanFile[.]ts$)' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'one place starts processes of ours',
      comment: 'Only main reads which process this is; only cluster starts others',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main[.]ts$|cluster/)' },
      to: { path: '^(node:)?cluster$' },
    },
    {
      name: 'no cycles',
      comment: 'Two files that need each other to run are one file, or miss a third',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no cycles in the chat package',
      comment: 'Nor by types: what two files share is a third file',
      severity: 'error',
      from: { path: '^packages/chat/' },
      to: { circular: true },
    },
    {
      name: 'only declared packages',
      comment: 'What src imports is a dependency in package.json, at its exact version',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing unresolved',
      comment: 'The imported file does not exist',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'nothing unused',
      comment:
        'Nobody imports this file, and it imports nobody (pages are read by browsers, types by the compiler)',
      severity: 'error',
      from: {
        path: '^src/',
        orphan: true,
        pathNot: '^src/(main[.]ts$|cli/|web/pages/)|[.]d[.]mts$',
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Packages of types alone, which no resolver finds.
    exclude: { path: '^(mdast|unist)$' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
