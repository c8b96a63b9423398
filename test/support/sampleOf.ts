import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';

/** Ids by the names of arguments, such as `botId`. */
export type Ids = Readonly<Record<string, string>>;

/** A valid value of each scalar that operations take; a new scalar needs one. */
const samples: Readonly<Record<string, unknown>> = {
  String: 'text',
  LanguageTag: 'de',
  ShortText: 'text',
  Name: 'text',
  Boolean: true,
  Int: 1,
  Float: 1,
  DateTime: '2099-01-01T00:00:00.000Z',
  EmailAddress: 'new@example.com',
  MessageText: 'text',
  NoteText: 'text',
  NewBot: {},
  BotImport: { version: '6', groups: [] },
  BotPatch: { name: 'Changed' },
  ImportedResult: { id: 'r', createdAt: '2024-01-01T00:00:00Z', variables: [], answers: [] },
  FlowEdits: [{ setTheme: { patch: { customCss: 'p {}' } } }],
  FlowOverride: { version: '6', groups: [], edges: [], events: [], variables: [] },
  BotTestDocument: {
    format: 1,
    name: 'It runs',
    now: '2026-05-01T12:00:00Z',
    seed: '1',
    steps: [],
  },
  ThemeDocument: {},
  HostName: 'b.example.com',
  PublicId: 'free',
  Breakpoints: [{ type: 'block', blockId: 'Start.1' }],
  PrefilledVariables: { Name: 'Ada' },
  CredentialsData: { apiKey: 'secret' },
  WebUrl: 'https://example.com/hook',
};

/** Ids that callers choose, and those of parts of a flow. */
const chosen: Ids = { clientId: 'window', blockId: 'Start.1', partId: 'Start.1' };

/**
 * The least that an operation can be sent: its required arguments, with ids by the names of arguments. An argument `id` is the
 * id of the record that the operation is named after, as in `bot(id)`.
 */
export function sampleOf(
  { name, args }: Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>,
  ids: Ids,
): Record<string, unknown> {
  if (!args.some((argument) => argument.name === 'id')) return membersOf(args, ids);
  const id = ids[`${name}Id`];
  if (id === undefined)
    throw new Error(
      `${name}(id): rename the argument in its resolver to say of what, as botId does`,
    );
  return membersOf(args, { ...ids, id });
}

function membersOf(
  members: readonly Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>[],
  ids: Ids,
): Record<string, unknown> {
  const required = members.filter(
    ({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined,
  );
  return Object.fromEntries(required.map(({ name, type }) => [name, valueOf(name, type, ids)]));
}

function valueOf(name: string, wrapped: GraphQLInputType, ids: Ids): unknown {
  const type = getNullableType(wrapped);
  if (isListType(type)) return [valueOf(name.replace(/s$/, ''), type.ofType, ids)];
  if (isInputObjectType(type)) return membersOf(Object.values(type.getFields()), ids);
  if (isEnumType(type)) return type.getValues()[0]?.name;
  const isNamed = type.name === 'ID' || ids[name] !== undefined;
  const value = isNamed ? (ids[name] ?? chosen[name]) : samples[type.name];
  if (value === undefined)
    throw new Error(`${name}: test/support/sampleOf.ts has no sample of ${type.name}`);
  return value;
}
