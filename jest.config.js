import { readFileSync } from 'node:fs';
import { useMemory } from './test/support/memoryFolder.mjs';

const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));

// As `src/main.ts` does; test processes must be born with it, since a test sees a copy of the environment.
process.env.TZ = 'UTC';
useMemory();

/** Tests that need no database; whatever is not named here finds one running. */
const withoutDatabase = [
  '/test/(chat|config|engine|integrations|log|sandbox|simulation|transcripts|types)/.*\\.test\\.ts$',
  '/test/samples/(import|walker)\\.test\\.ts$',
  '/test/(architecture|blocksPage|client/(foldChat|kinds|scalars)|console/(canvas|canvasModel|changeWords|clash|draft|formWords|forms|inboxList|jobs|notes|resultFilter|tidy|words)|graphql/chatTypes|lint|messenger/everyWord|references|registered)\\.test\\.ts$',
];

const project = {
  rootDir: import.meta.dirname,
  cacheDirectory: '<rootDir>/.cache/jest',
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  // Node itself loads what is tested; see docs/adr/0010-source-and-tests.md.
  testRunner: '<rootDir>/test/support/nodeRunner.mjs',
  // Asked only with `--coverage`, where jest counts what the engine does.
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
};

// Jest starts what a project needs only when a test of that project was selected: a run of engine
// tests pays for no PostgreSQL.
export default {
  // With `--coverage`, as CI runs it: every branch of the engine, of the stages of a turn and of its statements is
  // gone through.
  collectCoverageFrom: ['src/engine/**/*.ts', 'src/chat/**/*.ts', 'src/storage/hot/**/*.ts'],
  coverageDirectory: '.cache/coverage',
  coverageThreshold: {
    './src/engine/': { branches: 100 },
    './src/chat/': { branches: 100 },
    './src/storage/hot/': { branches: 100 },
  },
  // A test that waits for a process, a browser or a database says what it waits for; on a busy machine that takes a while.
  // Jest reads this only here, not in a project.
  testTimeout: 180_000,
  // A process that is done takes its time to end on a busy machine; jest is not to call that a leak.
  workerGracefulExitTimeout: 30_000,
  // Jest would leave one core idle: of two that is half the machine. With a third process on two cores, tests of slow clients fail.
  maxWorkers: '100%',
  projects: [
    { ...project, displayName: 'pure', testRegex: withoutDatabase },
    {
      ...project,
      displayName: 'server',
      testRegex: '/test/.*\\.test\\.ts$',
      testPathIgnorePatterns: withoutDatabase,
      globalSetup: '<rootDir>/test/support/globalSetup.mjs',
      globalTeardown: '<rootDir>/test/support/globalTeardown.mjs',
    },
  ],
};
