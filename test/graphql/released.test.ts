import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  BreakingChangeType,
  DangerousChangeType,
  Kind,
  buildASTSchema,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  parse,
  visit,
  type ConstDirectiveNode,
  type GraphQLSchema,
} from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';

const SCHEMA = 'docs/schema.graphql';
const release = newestRelease(process.cwd());

if (release) {
  test(`no query that ${release.tag} answered is refused, or answered in another shape`, () => {
    expect(breaksBetween(release.schema, buildGatewaySchema())).toEqual([]);
  });
} else {
  test.skip('no query that the last release answered is refused (this clone has no tag of a release)', () =>
    undefined);
}

(git(process.cwd(), '--version') === undefined ? test.skip : test)(
  'the last release is the tag with the highest version',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'releases-'));
    const run = (...options: string[]) =>
      git(folder, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...options);
    run('init', '--quiet');
    expect(newestRelease(folder)).toBeUndefined();
    mkdirSync(join(folder, 'docs'));
    for (const tag of ['v0.9.0', 'v0.10.0', 'v0.2.0', 'before-the-move']) {
      writeFileSync(join(folder, SCHEMA), `"${tag}"`);
      run('add', '.');
      run('commit', '--quiet', '--message', tag);
      run('tag', tag);
    }
    expect(newestRelease(folder)).toEqual({ tag: 'v0.10.0', schema: '"v0.10.0"' });
    rmSync(folder, { recursive: true });
  },
);

const released = `
  type Query { bot(id: ID!, color: Color = RED): Bot! old: String @deprecated(reason: "Use bot") }
  type Bot { id: ID!, name: String! icon: String }
  enum Color { RED GREEN OLD @deprecated }`;

test.each([
  ['a field is removed', 'name: String!', '', 'Bot.name was removed. Keep it'],
  ['a field may be null', 'name: String!', 'name: String', 'Bot.name changed type'],
  ['an argument is required', 'bot(id', 'bot(size: Int!, id', 'A required arg size on Query.bot'],
  ['a value is removed', ' GREEN', '', 'GREEN was removed from enum type Color. Keep it'],
  ['a default is another', '= RED', '= GREEN', 'Query.bot arg color has changed defaultValue'],
])('a release is broken when %s', (_case, before, after, message) => {
  const broken = breaksBetween(released, buildSchema(released.replace(before, after)));
  expect(broken).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['what was deprecated in it is removed', /old: .*"\) |OLD @deprecated/g, ''],
  ['a field is added', 'name:', 'size: Int name:'],
  ['a field is never null any more', 'icon: String', 'icon: String!'],
  ['an argument is added that may be left out', 'bot(id', 'bot(size: Int, id'],
  ['a value is added', 'GREEN', 'GREEN BLUE'],
])('a release is not broken when %s', (_case, before, after) => {
  const next = buildSchema(released.replace(before, after));
  expect(breaksBetween(released, next)).toEqual([]);
});

/** The tag of the last release, and its schema; undefined where the folder is not a clone with tags. */
function newestRelease(folder: string): { tag: string; schema: string } | undefined {
  const tags = git(folder, 'tag', '--list', 'v[0-9]*', '--sort=-version:refname')?.split('\n');
  const tag = tags?.[0] ?? '';
  const schema = tag === '' ? undefined : git(folder, 'show', `${tag}:${SCHEMA}`);
  return schema === undefined ? undefined : { tag, schema };
}

/** The output of git; undefined where it fails or is not installed. */
function git(folder: string, ...options: readonly string[]): string | undefined {
  // Git sets variables such as GIT_DIR for programs that its hooks start; they would lead to another repository.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
  );
  const { status, stdout } = spawnSync('git', options, { cwd: folder, env, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** The breaking changes of a schema since a release, and what to do instead. Parts deprecated by that release may be missing. */
function breaksBetween(text: string, next: GraphQLSchema): string[] {
  const kept = buildASTSchema(withoutDeprecated(text));
  const defaults = findDangerousChanges(kept, next).filter(
    ({ type }) => type === DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE,
  );
  const changes = [...findBreakingChanges(kept, next), ...defaults];
  return changes.map(({ type, description }) => `${description} ${adviceFor(type)} (${GUIDE})`);
}

const GUIDE = 'CONTRIBUTING.md, "Names that stay"';

function adviceFor(type: BreakingChangeType | DangerousChangeType): string {
  const removals: readonly string[] = [
    ...[BreakingChangeType.FIELD_REMOVED, BreakingChangeType.VALUE_REMOVED_FROM_ENUM],
    ...[BreakingChangeType.ARG_REMOVED, BreakingChangeType.TYPE_REMOVED],
  ];
  return removals.includes(type)
    ? 'Keep it, and deprecate it with a reason that names what replaces it.'
    : 'Leave it as it was, and add what is new under another name.';
}

function withoutDeprecated(text: string) {
  const removed = ({ directives = [] }: { directives?: readonly ConstDirectiveNode[] }) =>
    directives.some(({ name }) => name.value === 'deprecated') ? null : undefined;
  return visit(parse(text), {
    [Kind.FIELD_DEFINITION]: removed,
    [Kind.ENUM_VALUE_DEFINITION]: removed,
    [Kind.INPUT_VALUE_DEFINITION]: removed,
  });
}
