// The rules of the house that a linter can check without types; those with types are in .oxlintrc.json, and who may import whom is in
// .dependency-cruiser.cjs.
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { namedParser } from './lint/namedParser.mjs';
import { reasonedCast } from './lint/reasonedCast.mjs';
import { words } from './lint/words.mjs';

const house = { rules: { 'named-parser': namedParser, 'reasoned-cast': reasonedCast, words } };

/** Shorthand for `no-restricted-syntax`: what is found and what to say about it. */
const ban = (selector, message) => ({ selector, message });

const always = [ban('ExportDefaultDeclaration', 'Export by name: a name can be searched for.')];
const settingsElsewhere = [
  ban(
    "MemberExpression[object.name='process'][property.name='env']",
    'Only config.ts reads settings.',
  ),
  ban("ImportDeclaration[source.value='node:process']", 'Use the global process.'),
];
const network = ['fetch', 'WebSocket', 'EventSource'];
const flushElsewhere = [
  ban("CallExpression[callee.property.name='flush']", 'Only storage and write operations write.'),
];
const impure = [
  ban(':function[async=true]', 'The engine never waits: return an ask.'),
  ban('AwaitExpression', 'The engine never waits: return an ask.'),
  ban('ForOfStatement[await=true]', 'The engine never waits: return an ask.'),
  ban("MemberExpression[object.name='Date'][property.name='now']", 'Take the time from env.now.'),
  ban("NewExpression[callee.name='Date'][arguments.length=0]", 'Take the time from env.now.'),
  ban("CallExpression[callee.name='Date']", 'Take the time from env.now.'),
  ban(
    "MemberExpression[object.name='Math'][property.name='random']",
    'Take chance from env.random.',
  ),
];
const impureGlobals = [
  ...['process', 'crypto', 'performance', 'navigator', 'console', 'globalThis'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', ...network],
];

const nodeGlobals = [
  ...['process', 'console', 'performance', 'globalThis', 'module', 'require', 'structuredClone'],
  ...[
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'queueMicrotask',
    'Buffer',
    'WebAssembly',
  ],
  ...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'AbortController', 'AbortSignal'],
];

const syntax = (...lists) => ['error', ...lists.flat()];
const everywhere = [always, settingsElsewhere];

/** Each parses one kind of JSON and says of which type it is, or that it is of none: see lint/namedParser.mjs. */
const parsers = [
  'src/auth/credentials.ts',
  'src/chat/idempotency.ts',
  'src/engine/documents/flowText.ts',
  'src/engine/values/parseJson.ts',
  'src/eventLoop/jsonPieces.ts',
  'src/examples/openExamples.ts',
  'src/graphql/trustedDocuments.ts',
  'src/http/jsonBody.ts',
  'src/integrations/parsedAs.ts',
  'src/sandbox/messages.ts',
  'src/log/sourceStack.ts',
  'src/account/signIn/sealedCookie.ts',
  'src/storage/{chats,chatReplays,chatTraces,chatWindow,events,openChats,remembered,resultRow,results}.ts',
  'src/storage/hot/{chats,leases}.ts',
  'src/storage/postgres/postgresHome.ts',
];

const browserGlobals = [
  ...[
    'document',
    'self',
    'HTMLInputElement',
    'HTMLTextAreaElement',
    'Event',
    'FocusEvent',
    'InputEvent',
    'Blob',
    'CSS',
    'DataTransfer',
    'Element',
    'File',
    'FormData',
    'MutationObserver',
    'Response',
    'sessionStorage',
  ],
  ...['SwaggerUIBundle', 'YogaGraphiQL'],
];

export default defineConfig(
  globalIgnores([
    'dist*/',
    'bundle*/',
    'packed*/',
    'packages/*/dist/',
    'node_modules/',
    'data/',
    'coverage/',
    '.cache/',
  ]),
  js.configs.recommended,
  {
    linterOptions: { noInlineConfig: true },
    rules: {
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-warning-comments': [
        'error',
        { terms: ['todo', 'fixme', 'xxx', '@ts-ignore', 'oxlint-'] },
      ],
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    // Types of decorated members are needed at run time.
    languageOptions: {
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // The house rule on casts covers `!` too.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Decorators read the types of classes that have nothing in them but decorators.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // A zod schema and the type made from it share one name.
      '@typescript-eslint/no-redeclare': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-undef': 'off',
      'no-redeclare': 'off',
    },
  },
  {
    files: ['{src,test,scripts,bench,lint,packages}/**/*.{ts,tsx,mjs}'],
    // The list of the words itself, and what `npm run schema` writes.
    ignores: ['lint/words.mjs', 'packages/client/src/dashboard.ts'],
    plugins: { house },
    rules: {
      'house/words': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  // Tables, which nobody reads from beginning to end.
  {
    files: [
      'src/errors/failures.ts',
      'test/client/dashboardJobs.ts',
      'packages/console/src/i18n/{de,es}.ts',
      'packages/console/src/i18n/forms/*.ts',
    ],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/**/*.{ts,mjs}'],
    rules: {
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'no-console': 'error',
      'no-restricted-globals': ['error', ...network],
      'no-restricted-syntax': syntax(...everywhere, flushElsewhere),
    },
  },
  {
    files: ['packages/**/*.{ts,tsx}'],
    // Made by `npm run schema`.
    ignores: ['packages/client/src/dashboard.ts'],
    rules: {
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'no-console': 'error',
      'no-restricted-syntax': syntax(...everywhere),
    },
  },
  {
    // A page has no other log.
    files: ['packages/chat/**/*.{ts,tsx}'],
    rules: { 'no-console': ['error', { allow: ['warn'] }] },
  },
  {
    files: ['packages/console/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      // Half of a component is what it draws.
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { house },
    rules: { 'house/named-parser': 'error', 'house/reasoned-cast': 'error' },
  },
  { files: parsers, rules: { 'house/named-parser': 'off' } },
  {
    // Whoever chooses a text chooses its length: reading it may take no more than a step for each of its signs.
    files: ['src/**/*.{ts,mjs}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  { files: ['src/engine/interpreter/step.ts'], rules: { 'max-params': ['error', 4] } },
  {
    // Here libraries call us, and they say with what.
    files: [
      'src/{graphql/**/*,resolvers/**/*,rest/**/*,realtime/**/*,account/signIn/showFailure,account/oauth/endpoints}.ts',
    ],
    rules: { 'max-params': 'off' },
  },
  { files: ['src/resolvers/**/*.ts'], rules: { 'no-restricted-syntax': syntax(...everywhere) } },
  { files: ['src/storage/**/*.ts'], rules: { 'no-restricted-syntax': syntax(...everywhere) } },
  {
    files: ['src/engine/**/*.ts'],
    rules: {
      'no-restricted-syntax': syntax(...everywhere, flushElsewhere, impure),
      'no-restricted-globals': ['error', ...impureGlobals],
    },
  },
  {
    files: ['src/config/config.ts'],
    rules: { 'no-restricted-syntax': syntax(always, flushElsewhere) },
  },
  { files: ['src/integrations/http.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    // Stand-ins for the sandbox may be simple.
    files: ['test/**/*.ts'],
    rules: { 'no-new-func': 'off' },
  },
  {
    // The start prints what the user must read: where it listens, the token.
    files: ['src/main.ts', 'src/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // What runs in a browser.
    files: ['src/web/pages/*.js', 'test/console/*.js'],
    languageOptions: {
      globals: Object.fromEntries(browserGlobals.map((name) => [name, 'readonly'])),
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
  },
);
