import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { findExcess } from '../../src/graphql/limits.js';
import { MOST_LISTED } from '../../src/storage/splits.js';
import { MOST_STAGES } from '../../src/storage/stages.js';
import { fillLists, type Filled } from '../support/filledLists.js';
import { statementsOf } from '../support/rows.js';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';

/** The most statements for a page of fifty, whatever fields of its entries are selected. */
const MOST = 12;

/**
 * The most statements for all fields of an entry together. A bot, a workspace and a chat have their parts in more than twelve tables:
 * each of their fields stays within the bound, and the sum does not depend on the number of entries.
 */
const together: Readonly<Record<string, number>> = { Bot: 42, Workspace: 16, Chat: 24 };

/** The number of entries in each list. */
const ENTRIES = 50;

const app = useApp();
const schema = buildGatewaySchema();
let filled: Filled;
beforeAll(async () => {
  filled = await fillLists(app(), ENTRIES);
});

type Field = GraphQLField<unknown, unknown>;
/** The type of a list's entries: one type, or an interface of several. */
type Entry = GraphQLObjectType | GraphQLInterfaceType;

/** A list or a page: its query, with FIELDS in place of the fields of an entry. */
interface List {
  readonly name: string;
  readonly entry: Entry;
  ask(fields: string): string;
}

describe('a page of fifty', () => {
  const lists = listsOf();

  test('is walked wherever the schema has one', () => {
    expect(lists.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Viewer.workspaces',
        'Viewer.apiTokens',
        'Viewer.signIns',
        'Workspace.bots',
        'Workspace.chats',
        'Workspace.files',
        'Workspace.folders',
        'Workspace.members',
        'Workspace.invitations',
        'Workspace.credentials',
        'Workspace.customDomains',
        'Workspace.themeTemplates',
        'Folder.children',
        'Credentials.usedByBots',
        'Bot.versions',
        'Bot.results',
        'Bot.linkedBots',
        'Bot.collaborators',
        'Result.answers',
        'Query.chatEvents',
        'ChatEventPage.events',
        'Query.nodes: Bot',
        'Query.nodes: Result',
        'Query.nodes: ExportJob',
      ]),
    );
  });

  test.each(lists.map((list) => [list.name, list] as const))(
    'of %s takes twelve statements at most, whatever is asked of an entry',
    async (name, { entry, ask }) => {
      const fields = Object.values(entry.getFields()).map((field) => {
        const all = selectionOf(field);
        return isAllowed(ask(all)) ? all : `${callOf(field)} { __typename }`;
      });
      const most = together[entry.name] ?? MOST;
      for (const asked of fitting(fields, ask)) {
        const { statements, entries } = await count(ask(asked.join(' ')));
        const least = bounds[name] ?? ENTRIES;
        if (!partsOfOne.test(name)) expect(entries).toBeGreaterThanOrEqual(least);
        if (statements.length > most) throw new Error(report(asked, statements));
      }
    },
  );
});

/** Lists that are never as long. */
const bounds: Readonly<Record<string, number>> = {
  'Bot.stages': MOST_STAGES,
  'Bot.splits': MOST_LISTED,
};

/** Lists of the parts of one document, whose length does not change the number of statements. */
const partsOfOne =
  /^(Flow|BotMiniature|BotSplit|SplitPhase|BotStage|FieldOptions|ChatTracePage|ReplayReport|MovePlan|PausedTurn|BotStats|BlockStats|Credentials\.members|Query\.(webhookBlocks|flowIssues|blockTypes|credentialTypes|themeFields|settingFields)|CustomDomainCheck|CustomDomain\.records|Bot\.(linkedBots|unpublishedChanges|resultColumns|issues|draftVariables|searchFlow|languages|translations)|BotVersion\.diff|Result\.(variables|transcript|logs))|nodes: User/;

test('of bots takes at most twelve statements for each field, and reads drafts only for fields that need them', async () => {
  const bots = listsOf().find(({ name }) => name === 'Workspace.bots');
  const reading: string[] = [];
  for (const field of Object.values(bots?.entry.getFields() ?? {})) {
    const asked = [selectionOf(field), `${callOf(field)} { __typename }`];
    const query = asked.map((fields) => bots?.ask(fields) ?? '').find(isAllowed) ?? '';
    const { statements } = await count(query);
    if (statements.length > MOST) throw new Error(report([field.name], statements));
    if (statements.some((text) => text.includes('draft::text'))) reading.push(field.name);
  }
  expect(reading.sort()).toEqual([
    'draft',
    'draftVariables',
    'flow',
    'issues',
    'languages',
    'linkedBots',
    'miniature',
    'outline',
    'raw',
    'searchFlow',
    'translationFile',
    'translations',
    'unpublishedChanges',
  ]);
});

function report(fields: readonly string[], statements: readonly string[]): string {
  return `${statements.length} statements for ${fields.join(' ')}:\n${statements.join('\n')}`;
}

/** Runs a query; returns its statements and the number of entries. */
async function count(query: string): Promise<{ statements: string[]; entries: number }> {
  let body = '';
  const statements = await statementsOf(async () => {
    const answer = await queryGraphql(app().url, { query }, { token: filled.token });
    if (answer.errors) throw new Error(`${query}\n${JSON.stringify(answer.errors)}`);
    body = JSON.stringify(answer.data);
  });
  const ofThePage = statements.filter((text) => !text.startsWith(IS_VALID));
  return { statements: ofThePage, entries: body.split('"entry":').length - 1 };
}

/** The check of the token, which is made once in five seconds, whatever is read. */
const IS_VALID = 'select id, last_used_at as used';

/** Groups fields into as few queries as the limit for the size of a query allows. */
function fitting(fields: readonly string[], ask: List['ask']): string[][] {
  const queries: string[][] = [];
  for (const field of fields) {
    const last = queries.at(-1);
    if (last && isAllowed(ask([...last, field].join(' ')))) last.push(field);
    else queries.push([field]);
  }
  return queries;
}

function isAllowed(query: string): boolean {
  return findExcess({ schema, document: parse(query) }) === undefined;
}

/** A flow in a query; a missing edge is its only issue. */
const FLOW =
  '{ version: "6", events: [{ id: "s", type: "start", outgoingEdgeId: "e", graphCoordinates: { x: 0, y: 0 } }], groups: [] }';

/** The values of required arguments, by field and argument. */
function argumentOf(field: string, name: string): string {
  if (field === 'flowIssues') return FLOW;
  if (field === 'translationFile' && name === 'format') return 'CSV';
  const one: Readonly<Record<string, string | undefined>> = {
    'bot.id': filled.ids['Bot']?.[0],
    'webhookBlocks.botId': filled.ids['Bot']?.[0],
    'botTestFiles.botId': filled.ids['Bot']?.[0],
    'fieldOptions.workspaceId': filled.ids['Workspace']?.[0],
    'fieldOptions.credentialsId': filled.ids['Credentials']?.[0],
    'fieldOptions.type': 'elevenlabs',
    'fieldOptions.path': 'options.voiceId',
    'workspace.id': filled.ids['Workspace']?.[0],
    'folder.id': filled.ids['Folder']?.[0],
    'chatEvents.sessionId': filled.sessionId,
    'chatEventPage.sessionId': filled.sessionId,
    'chatTrace.sessionId': filled.sessionId,
    'translations.language': 'de',
    'translationFile.language': 'de',
    'replayChats.botId': filled.ids['Bot']?.[0],
    'movePlan.botId': filled.ids['Bot']?.[0],
  };
  return JSON.stringify(one[`${field}.${name}`] ?? 'none.example.com');
}

/** A field with its required arguments; of a page, the first two entries. */
function callOf({ name, args }: Field): string {
  const needed = args
    .filter(isRequiredArgument)
    .map((arg) => [arg.name, argumentOf(name, arg.name)]);
  const page = args.some((arg) => arg.name === 'first') ? [['first', '2']] : [];
  const sent = [...needed, ...page].map((pair) => pair.join(': '));
  return sent.length === 0 ? name : `${name}(${sent.join(', ')})`;
}

/** A field with the scalar fields of its type; of a page those of its entries. */
function selectionOf(field: Field): string {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return callOf(field);
  const page = entryOfPage(type);
  if (!page) return `${callOf(field)} { ${plainFields(type)} }`;
  return `${callOf(field)} { ${plainFields(type)} nodes { ${plainFields(page)} } }`;
}

function plainFields(type: GraphQLNamedType): string {
  if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
  const plain = Object.values(type.getFields()).filter(
    ({ args, type: of }) => !isCompositeType(getNamedType(of)) && !args.some(isRequiredArgument),
  );
  return ['__typename', ...plain.map(callOf)].join(' ');
}

/** The type of the entries of a page; undefined for other types. */
function entryOfPage(type: GraphQLNamedType): GraphQLNamedType | undefined {
  const nodes = isObjectType(type) ? type.getFields()['nodes'] : undefined;
  return nodes && getNamedType(nodes.type);
}

/** All lists that can be reached from a root field without another list, and those of records with an id. */
function listsOf(): List[] {
  const nodes = nodeTypes();
  const lists: List[] = [];
  const visited = new Set<string>();
  const visit = (type: GraphQLObjectType, road: (inner: string) => string): void => {
    if (visited.has(type.name)) return;
    visited.add(type.name);
    for (const field of Object.values(type.getFields())) {
      const of = getNamedType(field.type);
      const name = `${type.name}.${field.name}`;
      const inner = (fields: string) => road(`${callOf(field)} { ${fields} }`);
      const page = entryOfPage(of);
      if (isObjectType(page)) {
        const whole = (fields: string) =>
          inner(`nodes { entry: __typename ${fields} }`).replaceAll(
            'first: 2)',
            `first: ${ENTRIES})`,
          );
        lists.push({ name, entry: page, ask: whole });
      } else if (isEntry(of) && isListType(getNullableType(field.type))) {
        lists.push({ name, entry: of, ask: (fields) => inner(`entry: __typename ${fields}`) });
      } else if (isObjectType(of) && !nodes.includes(of)) visit(of, inner);
    }
  };
  for (const type of nodes) {
    const id = () => JSON.stringify(filled.ids[type.name]?.[0]);
    visit(type, (inner) => `{ node(id: ${id()}) { ... on ${type.name} { ${inner} } } }`);
    const ids = () => JSON.stringify(filled.ids[type.name]?.slice(0, ENTRIES));
    const ask = (fields: string) =>
      `{ nodes(ids: ${ids()}) { entry: __typename ... on ${type.name} { ${fields} } } }`;
    lists.push({ name: `Query.nodes: ${type.name}`, entry: type, ask });
  }
  const query = schema.getQueryType();
  if (query) visit(query, (inner) => `{ ${inner} }`);
  return lists;
}

/** Of `Node`, each type is queried separately. */
function isEntry(type: GraphQLNamedType): type is Entry {
  return isObjectType(type) || (isInterfaceType(type) && type.name !== 'Node');
}

function nodeTypes(): readonly GraphQLObjectType[] {
  const node = schema.getType('Node');
  return isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
}
