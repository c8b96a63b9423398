import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const Cruise = z.object({
  summary: z.object({
    violations: z.array(
      z.object({
        rule: z.object({ name: z.string() }),
        from: z.string(),
        to: z.string(),
        comment: z.string().optional(),
      }),
    ),
  }),
});

/** The forbidden imports below `root`/src, one sentence for each. */
function findFaults(root: string, folders = ['src']): string[] {
  const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const settings = ['--config', resolve('.dependency-cruiser.cjs'), '--output-type', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...folders, ...settings], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  return Cruise.parse(JSON.parse(stdout)).summary.violations.map(
    ({ rule, from, to, comment }) =>
      `${from} → ${to}: ${rule.name}${comment ? ` (${comment})` : ''}`,
  );
}

describe('the dependency rules', () => {
  it('hold in src and in the client package', () => {
    expect(
      findFaults('.', ['src', 'packages/client/src', 'packages/chat/src', 'packages/console/src']),
    ).toEqual([]);
  });
});

describe('the dependency rules, tried on a tree of their own,', () => {
  const offences = [
    ['engine', '../storage/bots.js', 'engine imports only what it may'],
    ['engine', '../errors/errors.js', 'engine imports only what it may'],
    ['engine', 'node:fs', 'the engine is pure'],
    ['engine', 'pino', 'the engine is pure'],
    ['storage', '../graphql/execute.js', 'storage imports only what it may'],
    ['rest', '../storage/bots.js', 'rest imports only what it may'],
    ['sandbox', '../engine/index.js', 'sandbox imports only types of some'],
    ['chat', '../engine/interpreter/walk.js', 'the engine is entered by its index'],
    ['chat', '../app.js', 'nobody imports main or app'],
    ['chat', 'node:http', 'one way out to the network'],
    ['integrations', 'node:https', 'one way out to the network'],
    ['integrations', 'node:dns/promises', 'one way out to the network'],
    ['chat', 'pg', 'the database is in storage'],
    ['chat', 'node:vm', 'user code runs in the sandbox'],
    ['files', 'node:child_process', 'few start programs'],
    ['chat', 'jest', 'only declared packages'],
    ['chat', './missing.js', 'nothing unresolved'],
    ['services', '../errors/errors.js', 'every folder is listed'],
  ] as const;
  let root: string;
  let faults: string[];

  const write = (file: string, code: string) => {
    const path = join(root, 'src', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  };

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-architecture-'));
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), readFileSync('package.json'));
    for (const file of [
      'engine/index',
      'engine/interpreter/walk',
      'storage/bots',
      'graphql/execute',
      'errors/errors',
      'app',
    ]) {
      write(`${file}.ts`, 'export const x = 1;\n');
    }
    offences.forEach(([folder, imported], place) =>
      write(
        `${folder}/offence${place}.ts`,
        `import { x } from '${imported}';\nexport const y = x;\n`,
      ),
    );
    write('storage/one.ts', "import { two } from './two.js';\nexport const one = () => two;\n");
    write('storage/two.ts', "import { one } from './one.js';\nexport const two = () => one;\n");
    write('chat/fine.ts', "import { x } from '../engine/index.js';\nexport const y = x;\n");
    write('chat/alsoFine.ts', "import type { Pool } from 'pg';\nexport type Y = Pool;\n");
    write(
      'sandbox/fine.ts',
      "import type { x } from '../engine/index.js';\nexport type Y = typeof x;\n",
    );
    faults = findFaults(root);
  });

  afterAll(() => rmSync(root, { recursive: true }));

  it.each(offences.map(([folder, imported, rule], place) => ({ folder, imported, rule, place })))(
    'refuse $folder importing $imported: $rule',
    ({ folder, rule, place }) => {
      const own = faults.filter((fault) => fault.includes(`src/${folder}/offence${place}.ts →`));
      expect(own.join('\n')).toContain(`: ${rule}`);
    },
  );

  it('refuse two files that import each other', () => {
    expect(faults.join('\n')).toMatch(/src\/storage\/(one|two)\.ts → .*: no cycles/);
  });

  it('allow the imports of the table', () => {
    expect(faults.filter((fault) => /fine\.ts/i.test(fault))).toEqual([]);
  });
});

describe('the repository', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));

  it('gives each migration and each decision a number of its own', () => {
    const numbered = files.filter((file) =>
      /^(docs\/adr|src\/storage\/migrations)\/\d+-/.test(file),
    );
    const numbers = numbered.map((file) => file.replace(/-[^/]*$/, ''));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it('has at most 25 decisions, each of at most 40 lines of 140 characters', () => {
    const decisions = files.filter((file) => file.startsWith('docs/adr/'));
    const long = decisions.filter((file) => {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      return lines.length > 40 || lines.some((line) => line.length > 140);
    });
    expect(decisions.length).toBeLessThanOrEqual(25);
    expect(long).toEqual([]);
  });

  it('contains no path of the machine on which it was written', () => {
    const machine = new RegExp(
      [`(^|[^\\w.@-])/(home|Users|work)/\\w`, ...(homedir().length > 5 ? [homedir()] : [])].join(
        '|',
      ),
      'm',
    );
    const names = files.filter((file) => !/\.(png|jpg|ico|wasm)$/.test(file));
    expect(names.filter((file) => machine.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('has the pages that a newcomer looks for', () => {
    const pages = ['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'docs/pins.md'];
    const more = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/spec-choices.md', '.env.example'];
    expect([...pages, ...more].filter((page) => !existsSync(page))).toEqual([]);
  });

  it('explains every direct dependency in docs/pins.md, at its exact version', () => {
    const Versions = z.record(z.string(), z.string()).default({});
    const Manifest = z.object({
      dependencies: Versions,
      devDependencies: Versions,
      optionalDependencies: Versions,
    });
    const packages = ['runtime', 'packages/client', 'packages/chat', 'packages/console'].map(
      (one) => `${one}/package.json`,
    );
    const all = ['package.json', ...packages]
      .map((file) => Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))))
      .flatMap((manifest) => Object.values(manifest))
      .flatMap((versions) => Object.entries(versions))
      // A package under an alias: `npm:@apollo/client@3.14.1`.
      .map(([name, version]) => [name, version.replace(/^npm:.+@/, '')] as const);
    const pins = readFileSync('docs/pins.md', 'utf8');
    expect(all.filter(([, version]) => !/^\d/.test(version))).toEqual([]);
    expect(all.filter(([name, version]) => !pins.includes(`| \`${name}\` | ${version} |`))).toEqual(
      [],
    );
  });

  it('locks every package for every platform, without addresses (npm run lockfile)', () => {
    const Entry = z.looseObject({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      // A workspace is a link to its folder.
      link: z.boolean().optional(),
    });
    const Lockfile = z.object({ packages: z.record(z.string(), Entry) });
    for (const file of ['package-lock.json', 'runtime/package-lock.json']) {
      const { packages } = Lockfile.parse(JSON.parse(readFileSync(file, 'utf8')));
      const paths = Object.keys(packages);
      const wanted = Object.values(packages).flatMap((entry) =>
        Object.keys(entry.optionalDependencies ?? {}),
      );
      const isLocked = (name: string) =>
        paths.some((path) => path.endsWith(`node_modules/${name}`));
      expect(wanted.filter((name) => !isLocked(name))).toEqual([]);
      const isAddress = (path: string) =>
        'resolved' in (packages[path] ?? {}) && !packages[path]?.link;
      expect(paths.filter(isAddress)).toEqual([]);
    }
  });

  it('starts without the packages that only development needs', () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    const starting = ['run', 'install', 'build', 'launch', 'dev'].map((name) =>
      readFileSync(`scripts/${name}.mjs`, 'utf8'),
    );
    const imported = starting
      .flatMap((text) => [...text.matchAll(/(?:from|import\() ?'([^'.][^']*)'/g)])
      .map(([, name]) => name ?? '')
      .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
    expect(imported).toContain('@swc/core');
    expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
  });
});
