import { readFileSync } from 'node:fs';

const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));

/** Tests that need no database; whatever is not named here finds one running. */
const withoutDatabase = [
  '/test/(chat|engine|integrations|sandbox|transcripts|types)/.*\\.test\\.ts$',
  '/test/samples/(import|walker)\\.test\\.ts$',
  '/test/(architecture|blocksPage|config|lint|log)\\.test\\.ts$',
];

const project = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  // A test that waits for a process, a browser or a database says what it waits for; on a busy machine that takes a while.
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  // What ends in .json.js is a file of a package, not one of ours.
  moduleNameMapper: { '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
};

// Jest starts what a project needs only when a test of that project was selected: a run of engine
// tests pays for no PostgreSQL.
export default {
  // With `--coverage`, as CI runs it: every branch of the engine is gone through.
  collectCoverageFrom: ['src/engine/**/*.ts'],
  coverageDirectory: '.cache/coverage',
  coverageThreshold: { './src/engine/': { branches: 100 } },
  // Jest would leave one core idle: of two that is half the machine.
  maxWorkers: '100%',
  projects: [
    {
      ...project,
      displayName: 'pure',
      testRegex: withoutDatabase,
    },
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
