import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { failure } from './root.mjs';

/** The TypeScript types of the scalars, as packages/client exports them. */
export const SCALARS = 'packages/client/src/scalars.ts';

const OBJECT = 'Readonly<Record<string, unknown>>';

/** The type of scalars in JSON: a list of scalars for each type. */
const typed = {
  string:
    'CannedText DateTime EmailAddress HostName IdempotencyKey LanguageTag Locale MessageText Name NoteText ShortText Shortcut TimeZone TypedText WebUrl',
  number: 'EventLimit ExploreSeconds ExploreTurns LimitAmount PageLimit',
  'number | string': 'NumberOrTemplate',
  'string | readonly (string | null)[]': 'VariableValue',
  unknown: 'ClassicOpenaiOptionsMessageContent FlowThemeGeneralFont JSON RichText',
  [OBJECT]:
    'ImportedResult JSONObject PrefilledVariables ResultsFilters ResultsTablePreferences SavedChatsFilter',
  "import('@parley/client').Flow": 'FlowDocument',
  "readonly import('@parley/client').FlowEdit[]": 'FlowEdits',
  "import('@parley/client/blocks').ChatInput": 'ChatInputDocument',
  "import('@parley/client/blocks').ClientSideAction": 'ClientSideActionDocument',
  "import('@parley/client/blocks').Settings": 'SettingsDocument',
};
/** The scalars that docs/openapi.json describes under the same name. */
const documents =
  'BotDocument BotImport BotPatch BotTestDocument Breakpoints ChatEventDocument ChatMessageDocument ChatReplyDocument CredentialsData FlowOverride NewBot PublishedBotDocument SentMessage StartFrom ThemeDocument';

const types = new Map([
  ...Object.entries(typed).flatMap(([type, names]) => names.split(' ').map((name) => [name, type])),
  ...documents.split(' ').map((name) => [name, `import('@parley/client/blocks').${name}`]),
]);

/** The scalars that are texts or numbers, each with its type. */
export const plainScalars = Object.fromEntries(
  [...types].filter(([, type]) => type === 'string' || type === 'number'),
);

/** Makes the text of that file from the text of the schema. Fails for a scalar without a type here. */
export function printScalars(schema) {
  const scalars = Object.values(buildSchema(schema).getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  );
  const entries = scalars.map(({ name }) => {
    const type = types.get(name);
    if (type === undefined) throw failure(`scripts/scalars.mjs has no type for the scalar ${name}`);
    return `${name}: ${JSON.stringify(type)}`;
  });
  return `// Made of docs/schema.graphql by \`npm run schema\`; do not edit.

/** The option \`scalars\` of GraphQL Code Generator: the TypeScript type of each scalar of the schema. */
export const scalars = { ${entries.join(', ')} } as const;
`;
}
