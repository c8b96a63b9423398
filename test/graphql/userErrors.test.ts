import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import type { Client } from 'graphql-ws';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { queryGraphql, type Shown } from '../support/transports.js';
import { useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
let socket: Client;
beforeAll(() => {
  socket = openWatcher(app().url);
});
afterAll(() => socket.dispose());

const mutations = Object.values(buildGatewaySchema().getMutationType()?.getFields() ?? {});
type Mutation = GraphQLField<unknown, unknown>;

const badGroup = { groups: [{ id: 'g', title: 7, blocks: [] }] };

/** A faulty value of each type, and the path of the fault in it. */
const bad: Readonly<Record<string, readonly [value: unknown, ...path: string[]]>> = {
  Boolean: ['yes'],
  Breakpoints: [7],
  BotImport: [{ version: '6.1', ...badGroup }, 'groups', '0', 'title'],
  BotPatch: [badGroup, 'groups', '0', 'title'],
  CannedText: [''],
  NoteText: [''],
  ExploreSeconds: [61],
  ExploreTurns: [0],
  CredentialsData: ['secret'],
  DateTime: ['tomorrow'],
  EmailAddress: ['ada at example.com'],
  Float: ['much'],
  FlowEdits: [[{ addGroup: { group: 7 } }], '0', 'addGroup', 'group'],
  FlowOverride: [{ groups: 'none' }, 'groups'],
  HostName: ['chat.example.com/path'],
  ID: [{}],
  IdempotencyKey: [''],
  ImportedResult: [{ id: 'r', createdAt: 'then', variables: [], answers: [] }, 'createdAt'],
  Int: [2 ** 40],
  LanguageTag: ['DE'],
  LimitAmount: [-1],
  Locale: ['d e'],
  MessageText: [''],
  Name: ['n'.repeat(1001)],
  NewBot: [badGroup, 'groups', '0', 'title'],
  PrefilledVariables: [['Ada']],
  ResultsFilters: [{ isCompleted: 7 }, 'isCompleted'],
  ResultsTablePreferences: [7],
  SavedChatsFilter: [{ isWaiting: 7 }, 'isWaiting'],
  SentMessage: [7],
  Shortcut: ['two words'],
  ShortText: ['n'.repeat(1001)],
  StartFrom: [{ type: 'group' }, 'groupId'],
  String: [7],
  BotTestDocument: [{ format: 2 }, 'format'],
  ThemeDocument: [{ general: 7 }, 'general'],
  TimeZone: ['Mars/Base'],
  TypedText: ['n'.repeat(501)],
  WebUrl: ['ftp://example.com'],
};

/** Faulty values of a type with the paths of their faults; each member of an input object is a separate case. */
type Case = readonly [value: unknown, ...path: string[]];

function casesOf(type: GraphQLInputType): Case[] {
  const plain = getNullableType(type);
  if (isListType(plain)) {
    return casesOf(plain.ofType).map(([value, ...path]) => [[value], '0', ...path]);
  }
  if (isInputObjectType(plain)) {
    return Object.values(plain.getFields()).flatMap(({ name, type: of }) =>
      casesOf(of).map(([value, ...path]): Case => [{ [name]: value }, name, ...path]),
    );
  }
  if (isEnumType(plain)) return [['NONE_OF_THEM']];
  if (String(plain) === 'JSON') return []; // Any value is valid.
  const known = bad[String(plain)];
  if (!known) throw new Error(`Say in \`bad\` what breaks the rule of ${String(plain)}`);
  return [known];
}

/** The argument `input` of a mutation: its type without the exclamation mark. */
function inputOf({ args }: Mutation) {
  const [input] = args;
  const type = input && getNamedType(input.type);
  if (!isInputObjectType(type)) throw new Error('A mutation takes one input object');
  return type;
}

const faulty = mutations.flatMap((mutation) =>
  casesOf(inputOf(mutation)).map(([input, ...path]) => [mutation.name, path, input] as const),
);

/** The text of a mutation with its input as a variable, which selects all fields of its payload. */
function documentOf(name: string): string {
  const field = mutations.find((one) => one.name === name);
  if (!field) throw new Error(`No mutation ${name}`);
  const made = madeBy(field).map((member) =>
    isLeafType(getNamedType(member.type)) ? member.name : `${member.name} { __typename }`,
  );
  return `mutation ($input: ${inputOf(field).name}!) {
    done: ${name}(input: $input) {
      ${made.join(' ')} clientMutationId userErrors { code reason message path }
    }
  }`;
}

/** The fields of a mutation's payload besides those of every payload. */
function madeBy({ type }: Mutation) {
  const payload = getNamedType(type);
  const members = isObjectType(payload) ? Object.values(payload.getFields()) : [];
  return members.filter(({ name }) => !['userErrors', 'clientMutationId'].includes(name));
}

function overSocket(query: string, variables: Record<string, unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sink = { next: resolve, error: reject, complete: () => undefined };
    socket.subscribe({ query, variables }, sink);
  });
}

describe.each([
  [
    'HTTP',
    (query: string, variables: Shown) => queryGraphql(app().url, { query, variables }),
    faulty,
  ],
  // What is refused, and why, does not depend on the transport.
  [
    'a socket',
    (query: string, variables: Shown) => overSocket(query, { ...variables }),
    faulty.filter(([name]) => name === 'createBot'),
  ],
] as const)('over %s, a mutation answers with a user error', (_transport, run, cases) => {
  test.each(cases)('%s %j', async (name, path, input) => {
    const answer = await run(documentOf(name), { input });
    expect(partAt(answer, 'errors')).toBeUndefined();
    const { userErrors, clientMutationId, ...made } = recordAt(answer, 'data.done');
    const fault = { code: 'BAD_REQUEST', reason: 'VALIDATION', message: expect.any(String), path };
    expect(userErrors).toContainEqual(fault);
    const nothing = Object.values(made).map((member) => (Array.isArray(member) ? [] : null));
    expect(Object.values(made)).toEqual(nothing);
    expect(clientMutationId).toBeNull();
  });

  test('for each required member that is missing, all at once', async () => {
    const creating = await run(documentOf('createBot'), { input: { clientMutationId: 'form 7' } });
    expect(partAt(creating, 'data.done')).toMatchObject({
      bot: null,
      clientMutationId: 'form 7',
      userErrors: ['workspaceId', 'bot'].map((path) => userError('Required', path)),
    });
  });
});

const numbers = Array.from({ length: 50_000 }, (_, at) => at);

describe('a mutation', () => {
  test.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    '%s takes one input, and its payload has userErrors and nothing else that is never null',
    (_name, { args, type }) => {
      expect(args.map(({ name }) => name)).toEqual(['input']);
      const payload = getNamedType(type);
      const members = isObjectType(payload) ? Object.values(payload.getFields()) : [];
      const required = members.filter(({ type: member }) => isNonNullType(member));
      const lists = required.filter(({ type: member }) => isListType(getNullableType(member)));
      expect(lists.map(({ name }) => name)).toContain('userErrors');
      expect(lists).toEqual(required);
      expect(members.map(({ name }) => name)).toContain('clientMutationId');
    },
  );

  test('with a fault is not run, while others of the same document are', async () => {
    const query = `mutation ($bad: CreateWorkspaceInput!, $good: CreateWorkspaceInput!) {
      bad: createWorkspace(input: $bad) { workspace { name } userErrors { message path } }
      ...More
    }
    fragment More on Mutation {
      good: createWorkspace(input: $good) { workspace { name } userErrors { message } }
      written: createWorkspace(input: { name: " " }) { workspace { name } userErrors { message path } }
      skipped: createWorkspace(input: $bad) @skip(if: true) { clientMutationId }
    }`;
    const variables = { bad: { name: '' }, good: { name: 'Acme' } };
    const { data, errors, status } = await queryGraphql(app().url, { query, variables });
    const blank = {
      workspace: null,
      userErrors: [{ message: 'Must not be blank', path: ['name'] }],
    };
    expect({ status, errors, data }).toEqual({
      status: 200,
      errors: undefined,
      data: { bad: blank, good: { workspace: { name: 'Acme' }, userErrors: [] }, written: blank },
    });
  });

  test.each([
    ['a variable within the input', 'createWorkspace(input: { name: $name })', ['name']],
    [
      'a variable within a document',
      'createBot(input: { workspaceId: "w", bot: { name: $name } })',
      ['bot', 'name'],
    ],
  ])('says where %s stands', async (_what, field, path) => {
    const query = `mutation ($name: Name!) { done: ${field} { userErrors { message path } } }`;
    for (const [variables, message] of [
      [{ name: '' }, 'Must not be blank'],
      [{ name: null }, 'Cannot be null'],
      [{}, 'Required'],
    ] as const) {
      const { data, errors } = await queryGraphql(app().url, { query, variables });
      expect({ data, errors }).toEqual({ data: { done: { userErrors: [{ message, path }] } } });
    }
  });

  test('answers as the guide shows', async () => {
    const page = readFileSync(new URL('../../docs/guide/errors.md', import.meta.url), 'utf8');
    const [, query] = /```graphql\n([^`]*)/.exec(page) ?? [];
    const [, sent = ''] = /Sent with `(.*)`:/.exec(page) ?? [];
    const [, shown = ''] = /```json\n([^`]*)/.exec(page) ?? [];
    const variables: unknown = JSON.parse(sent);
    const { data } = await queryGraphql(app().url, { query, variables });
    expect(data).toEqual(JSON.parse(shown));
  });

  test('keeps a member that no bot has, and says so', async () => {
    const made = await queryGraphql(app().url, {
      query: 'mutation { createWorkspace(input: { name: "Acme" }) { workspace { id } } }',
    });
    const workspaceId = partAt(made, 'data.createWorkspace.workspace.id');
    const { data } = await queryGraphql(app().url, {
      query: `mutation ($input: CreateBotInput!) {
        createBot(input: $input) { bot { draft } issues { code message } userErrors { message } } }`,
      variables: { input: { workspaceId, bot: { grups: [] } } },
    });
    expect(data?.['createBot']).toMatchObject({
      bot: { draft: { grups: [] } },
      issues: expect.arrayContaining([
        { code: 'UNKNOWN_MEMBER', message: expect.stringContaining('grups: did you mean groups?') },
      ]),
      userErrors: [],
    });
  });

  test('reports at most 100 faults', async () => {
    const groups = Array.from({ length: 500 }, (_, n) => ({ id: `g${n}`, title: 7, blocks: [] }));
    const { data } = await queryGraphql(app().url, {
      query: documentOf('createBot'),
      variables: { input: { bot: { groups } } },
    });
    expect(recordsAt(data, 'done.userErrors').length).toBeLessThanOrEqual(101);
  });

  test.each<[what: string, input: object]>([
    ['members that it does not have', Object.fromEntries(numbers.map((at) => [`k${at}`, at]))],
    ['ids that are none', { botIds: numbers.map((at) => at + 0.5) }],
  ])('that is sent 50 000 %s answers soon, with 100 faults', async (_what, input) => {
    const query = 'mutation($input:MoveBotsInput!) { moveBots(input:$input) { userErrors {path}} }';
    // Processor time, in microseconds. With an error for each fault it would be seven seconds.
    const began = process.cpuUsage();
    const { data } = await queryGraphql(app().url, { query, variables: { input } });
    expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
    expect(recordsAt(data, 'moveBots.userErrors')).toHaveLength(100);
  });
});

describe('a top-level error', () => {
  test.each([
    ['a variable that stands elsewhere too', ELSEWHERE(), { on: 'x', input: { name: '' } }],
    [
      'a member that the schema does not have',
      'mutation { createWorkspace(input: { nam: "A" }) { clientMutationId } }',
      {},
    ],
    [
      'a member that is not written',
      'mutation { createWorkspace(input: {}) { clientMutationId } }',
      {},
    ],
    [
      'a query',
      'query ($n: PageLimit!) { node(id: "x") { id ... on Bot { results(first: $n) { nodes { id } } } } }',
      { n: 0 },
    ],
  ])('is for %s', async (_what, query, variables) => {
    const { status, errors, data } = await queryGraphql(app().url, { query, variables });
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

function ELSEWHERE(): string {
  return `mutation ($input: CreateWorkspaceInput!, $on: Boolean!) {
    createWorkspace(input: $input) { clientMutationId @include(if: $on) } }`;
}

function userError(message: string, ...path: string[]): object {
  return { code: 'BAD_REQUEST', reason: 'VALIDATION', message, path };
}
