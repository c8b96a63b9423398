import { isInputObjectType, isRequiredInputField, type GraphQLSchema } from 'graphql';
import { getNamedType } from 'graphql';
import { botOf, interview } from '../support/botOf.js';
import { operationRows } from '../operations/rows/index.js';

/** How a mutation is played, and the screens that its payload cannot speak of. */
export interface Case {
  /** In what is sent, `$botId` stands for an id: test/operations/rows/things.ts makes them. */
  readonly sent?: Readonly<Record<string, unknown>>;
  readonly unsaid?: readonly string[];
}

/** What visitors do changes what members see, who learn of it by `resultChanged` and `blockStatsChanged`. */
const RESULTS = ['results', 'completed', 'oneResult', 'funnel'];
const visitors = { unsaid: RESULTS };

/** What is not sent as the row of the operation says, and what a payload leaves to subscriptions. */
const others: Readonly<Record<string, Case>> = {
  startChat: visitors,
  continueChat: visitors,
  executeWebhook: visitors,
  syncBot: {
    sent: { workspaceId: '$workspaceId', sourceId: 'elsewhere', bot: botOf(interview) },
  },
  moveBots: { sent: { botIds: ['$newBotId'], toFolderId: '$folderId' } },
  showPresence: { sent: { botId: '$botId', clientId: 'mine' } },
  createFileUpload: { sent: { botId: '$botId', fileName: 'a.png' } },
  createWebhook: {
    sent: {
      workspaceId: '$workspaceId',
      url: 'https://example.com/events',
      eventTypes: ['RESULT_STARTED'],
    },
  },
  editFlow: { sent: { botId: '$botId', edits: [{ setSettings: { patch: { general: {} } } }] } },
};

/** The case of a mutation: what its row sends, and what it requires by its name. Undefined where the schema has no row for it. */
export function caseOf(schema: GraphQLSchema, mutation: string): Case | undefined {
  const row = operationRows[mutation];
  const [input] = schema.getMutationType()?.getFields()[mutation]?.args ?? [];
  const type = input && getNamedType(input.type);
  if (!row || !isInputObjectType(type)) return undefined;
  const required = Object.values(type.getFields()).filter(isRequiredInputField);
  const ids = Object.fromEntries(required.map(({ name }) => [name, `$${name}`]));
  const { sent, unsaid = [] } = others[mutation] ?? {};
  return { sent: sent ?? { ...ids, ...row.sent }, unsaid };
}
