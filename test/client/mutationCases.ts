import { isInputObjectType, isRequiredInputField, type GraphQLSchema } from 'graphql';
import { getNamedType } from 'graphql';
import { botOf, interview } from '../support/botOf.js';
import { operationRows } from '../operations/rows/index.js';

/** The input of a mutation, and the screens that its payload cannot update. */
export interface Case {
  /** `$botId` and its like stand for ids: test/operations/rows/things.ts makes them. */
  readonly sent?: Readonly<Record<string, unknown>>;
  readonly unsaid?: readonly string[];
}

/** The screens that change by what visitors do; members get these changes by `resultChanged` and `blockStatsChanged`. */
const RESULTS = ['results', 'completed', 'oneResult', 'funnel'];
const visitors = { unsaid: RESULTS };

/** Inputs that differ from those of the operation's row, and the screens that are left to subscriptions. */
const others: Readonly<Record<string, Case>> = {
  startChat: visitors,
  continueChat: visitors,
  executeWebhook: visitors,
  syncBot: { sent: { workspaceId: '$workspaceId', sourceId: 'elsewhere', bot: botOf(interview) } },
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

/** The case of a mutation, with the input of its row; undefined where there is no row. */
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
