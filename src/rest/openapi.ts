import {
  type ConstValueNode,
  type DocumentNode,
  getNamedType,
  getNullableType,
  type GraphQLInputFieldMap,
  GraphQLNonNull,
  type GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  parse,
  parseType,
  print,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import type { Steps } from '../eventLoop/steps.js';
import { prepareKinds } from '../graphql/jsonSchema.js';
import {
  failureComponents,
  failureSchema,
  failuresOf,
  rateHeaderComponents,
} from './failureResponses.js';
import { type Components, describeType, type JsonSchema, objectOf } from './jsonSchema.js';
import { type Described, describeReply, operationOf } from './replySchema.js';
import { type BodyShape, KEY_HEADER, type Route, SEARCHED_HEADER, TURN_HEADER } from './route.js';
import { wordOf } from './words.js';

/**
 * The REST interface as an OpenAPI 3.1 document. Everything is derived: paths from the routes, types from the GraphQL schema of their
 * operations, documents from the zod schemas of the scalars. One step describes one route.
 */
export function* describeApi(
  schema: GraphQLSchema,
  routes: readonly Route[],
  publicUrl = '',
): Steps<JsonSchema> {
  yield* prepareKinds();
  const components: Components = new Map([['Failure', failureSchema]]);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    yield;
    const described = describeRoute({ schema, components }, route);
    paths[route.path] = { ...paths[route.path], [route.method]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1',
      description: 'Manages bots (conversational flows) and runs them as chats.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api`, description: 'This server; the prefix may be left out' }],
    tags: describeTags(routes),
    security: [],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of yours' },
      },
      headers,
      responses: failureComponents(),
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b, 'en'))),
    },
  };
}

const headers: JsonSchema = {
  RequestId: {
    description: 'Names the request in the log of the server, and in errors',
    schema: { type: 'string', format: 'uuid' },
  },
  Turn: {
    description: 'The turn this answers; send it as `expectedTurn` with the next message',
    schema: { type: 'integer' },
  },
  SearchedUntil: {
    description:
      'Only where a search ended before the page was full: results created since then were searched; `nextCursor` goes on',
    schema: { type: 'string', format: 'date-time' },
  },
  ...rateHeaderComponents,
};

function describeRoute(about: Described, route: Route): JsonSchema {
  const document = parse(route.document);
  const { example } = route;
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    description: `${route.note ? `${route.note}\n\n` : ''}The same in GraphQL:\n\n\`\`\`graphql\n${print(document)}\n\`\`\``,
    tags: [tagOf(route)],
    ...(route.needsToken && { security: [{ token: [] }] }),
    parameters: [
      ...pathParameters(route),
      ...queryParameters(about, route, document),
      ...headerParameters(about, route),
    ],
    ...(route.body && { requestBody: describeBody(about, route.body, example.body) }),
    responses: {
      '200': {
        description: 'Done',
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          ...(route.turn !== undefined && { [TURN_HEADER]: { $ref: '#/components/headers/Turn' } }),
          ...(route.searchedUntil && {
            [SEARCHED_HEADER]: { $ref: '#/components/headers/SearchedUntil' },
          }),
        },
        content: route.lines
          ? linesOf(route)
          : { ...replied(about, route, document), ...streamed(route) },
      },
      ...(route.stream && { '204': { description: 'A stream to which nothing will come' } }),
      ...failuresOf(route),
    },
  };
}

/** The method followed by the path in camel case, as in `getBotsBotIdResults`. */
function operationIdOf({ method, path }: Route): string {
  const words = path.replace('/v1', '').match(/\w+/g) ?? [];
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function pathParameters({ path }: Route): JsonSchema[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names.map((name = '') => ({
    name,
    in: 'path',
    required: true,
    description: meaningOfParameter(name),
    schema: { type: 'string' },
  }));
}

/** The description of a path parameter: `botId` is "The id of the bot". */
function meaningOfParameter(name: string): string {
  const thing = name
    .replace(/Id$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `The ${name.endsWith('Id') ? 'id of the ' : ''}${thing}`;
}

function queryParameters(about: Described, route: Route, document: DocumentNode): JsonSchema[] {
  const { variableDefinitions = [] } = operationOf(document);
  return (route.query ?? []).map(({ name, description, type: own }) => {
    const definition = variableDefinitions.find(({ variable }) => variable.name.value === name);
    const node = own === undefined ? definition?.type : parseType(own);
    const type = node && typeFromAST(about.schema, node as never); // The cast allows any input type.
    if (!type) throw new Error(`${route.path} has no variable for the parameter ${name}`);
    const fallback = fallbackOf(definition?.defaultValue, type);
    const schema = describeType(new GraphQLNonNull(getNullableType(type)), about.components);
    return {
      name,
      in: 'query',
      description,
      ...(isNonNullType(type) && { required: true }),
      schema: { ...schema, ...(fallback !== null && { default: fallback }) },
    };
  });
}

/** The default of a parameter, as REST spells it. */
function fallbackOf(stated: ConstValueNode | undefined, type: GraphQLType): unknown {
  if (stated?.kind === Kind.ENUM) return wordOf(getNamedType(type).name, stated.value);
  return stated && valueFromASTUntyped(stated);
}

function headerParameters({ schema, components }: Described, route: Route): JsonSchema[] {
  const { stream, turn } = route;
  if (turn !== undefined) return [keyParameter(schema, components)];
  if (!stream) return [];
  const description = `Where a stream goes on, in place of \`${stream.after}\``;
  return [{ name: 'Last-Event-ID', in: 'header', description, schema: { type: 'integer' } }];
}

function keyParameter(schema: GraphQLSchema, components: Components): JsonSchema {
  const field = fieldsOf(schema, 'ContinueChatInput')['idempotencyKey'];
  if (!field) throw new Error('ContinueChatInput has no field idempotencyKey');
  const { description, type } = field;
  return {
    name: KEY_HEADER,
    in: 'header',
    description,
    schema: describeType(new GraphQLNonNull(getNullableType(type)), components),
  };
}

function describeBody(
  about: Described,
  { input, members, whole, isOptional }: BodyShape,
  example: unknown,
): JsonSchema {
  const fields = fieldsOf(about.schema, input);
  const describe = (name: string) => {
    const field = fields[name];
    if (!field) throw new Error(`${input} has no field ${name}`);
    const isRequired = isRequiredInputField(field);
    const schema = describeType(field.type, about.components);
    return { name, description: field.description, schema, isRequired };
  };
  const schema = whole === undefined ? objectOf(members.map(describe)) : describe(whole).schema;
  return { required: !isOptional, content: jsonOf(schema, example) };
}

function fieldsOf(schema: GraphQLSchema, input: string): GraphQLInputFieldMap {
  const type = schema.getType(input);
  if (!isInputObjectType(type)) throw new Error(`There is no input ${input}`);
  return type.getFields();
}

function replied(about: Described, route: Route, document: DocumentNode): JsonSchema {
  return jsonOf(describeReply(about, route, document), route.example.reply);
}

function linesOf({ example }: Route): JsonSchema {
  const description =
    'Lines: `0:` and a piece of the text as a JSON string, `3:` and why it broke off, `d:` at the end';
  return { 'text/plain': { schema: { type: 'string', description }, example: example.reply } };
}

/** OpenAPI 3.1 has no schema for Server-Sent Events, so the text is described. */
function streamed({ stream }: Route): JsonSchema {
  const description =
    'Server-Sent Events: each with `id`, `event` and, as `data`, one event as JSON';
  return stream ? { 'text/event-stream': { schema: { type: 'string', description } } } : {};
}

function jsonOf(schema: JsonSchema, example?: unknown): JsonSchema {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}

/** The tags of the endpoints, by segment of the path, in the order of the docs. */
const tags: Readonly<Record<string, string>> = {
  bots: 'Conversational flows: made, changed, published',
  chats: 'Chats with bots; these take no token',
  sessions: 'Chats that go on: their events, uploads, streams and agents',
  blocks: 'Blocks of bots that send requests, or wait for one',
  results: 'What chats collected',
  analytics: 'How bots are used',
  folders: 'Places for bots inside a workspace',
  workspaces: 'Where bots live and who may work on them',
  invitations: 'Places kept for people who are not known here yet',
  credentials: 'Secrets of other services that bots use; written, never read back',
  users: 'Whoever asks, and their tokens',
  'custom-domains': 'Domains under which bots have their pages',
  themeTemplates: 'Themes that a workspace keeps',
};

/** The tag of an endpoint. */
function tagOf({ path }: Route): string {
  if (/chat$/i.test(path)) return 'chats';
  if (/\/(?:blocks|webhookBlocks)\b/.test(path)) return 'blocks';
  const [, , first = '', , second = ''] = path.split('/');
  return second in tags ? second : first;
}

/** The tags in use, with their descriptions. */
function describeTags(routes: readonly Route[]): { name: string; description: string }[] {
  const used = new Set(routes.map(tagOf));
  const known = Object.keys(tags).filter((name) => used.has(name));
  const others = [...used].filter((name) => !(name in tags)).sort();
  return [...known, ...others].map((name) => ({
    name,
    description: tags[name] ?? `Everything under \`/v1/${name}\``,
  }));
}
