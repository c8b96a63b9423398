import { Kind, parse } from 'graphql';
import {
  botTestRows,
  explorationGraphqlRows,
  explorationRows,
  testScheduleRows,
} from './botTests.js';
import { botGraphqlRows, botRows } from './bots.js';
import { chatGraphqlRows, chatRows, debuggingRows } from './chats.js';
import { credentialsRows, webhookBlockRows } from './connections.js';
import { customDomainRows, folderRows, themeTemplateRows } from './folders.js';
import { cannedReplyRows, inboxGraphqlRows, inboxRows } from './inbox.js';
import { analyticsRows, resultGraphqlRows, resultRows } from './results.js';
import { translationRows } from './translations.js';
import { splitRows, stageRows, versionRows } from './versions.js';
import {
  collaboratorRows,
  invitationRows,
  memberRows,
  peopleGraphqlRows,
  peopleRows,
  tokenRows,
  workspaceGraphqlRows,
  workspaceRows,
} from './workspaces.js';
import type { GraphqlRow, Row } from './row.js';

/** The row of every endpoint. */
export const rows = {
  ...workspaceRows,
  ...botRows,
  ...botTestRows,
  ...testScheduleRows,
  ...versionRows,
  ...stageRows,
  ...splitRows,
  ...translationRows,
  ...explorationRows,
  ...folderRows,
  ...themeTemplateRows,
  ...cannedReplyRows,
  ...customDomainRows,
  ...memberRows,
  ...invitationRows,
  ...collaboratorRows,
  ...credentialsRows,
  ...peopleRows,
  ...tokenRows,
  ...chatRows,
  ...debuggingRows,
  ...inboxRows,
  ...resultRows,
  ...analyticsRows,
  ...webhookBlockRows,
};

/** The name of an endpoint, which is also the name of the transports' method for it. */
export type RowName = keyof typeof rows;
export const rowNames = Object.keys(rows) as RowName[]; // The keys of the table.

/** The body of an endpoint's reply. */
export type BodyOf<Name extends RowName> =
  (typeof rows)[Name] extends Row<infer Body> ? Body : never;

/** The operation of the schema that a document runs. */
export function operationOf(document: string): string {
  const [definition] = parse(document).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('This is no operation');
  const [field] = definition.selectionSet.selections;
  return field?.kind === Kind.FIELD ? field.name.value : '';
}

const ofExports: GraphqlRow = { rule: 'readResults' };
const ofForms: GraphqlRow = {
  rule: { openBecause: 'it says how forms are drawn, and nothing of anybody' },
};
const ofWebhooks: GraphqlRow = { rule: 'administerWorkspace' };
const ofFiles: GraphqlRow = { rule: 'writeWorkspace' };
const ownRecords: GraphqlRow = {
  rule: { openBecause: 'it shows to each their own, and nothing without a token' },
};

/** The rule of each operation of the schema, and what it is sent besides its required arguments. */
export const operationRows: Readonly<Record<string, GraphqlRow>> = {
  ...botGraphqlRows,
  ...chatGraphqlRows,
  ...explorationGraphqlRows,
  ...inboxGraphqlRows,
  ...peopleGraphqlRows,
  ...resultGraphqlRows,
  ...workspaceGraphqlRows,
  startResultsExport: ofExports,
  cancelExport: ofExports,
  jobProgress: ofExports,
  createFileUpload: { ...ofFiles, sent: { workspaceId: '$workspaceId' } },
  deleteFile: ofFiles,
  blockTypes: ofForms,
  credentialTypes: ofForms,
  themeFields: ofForms,
  settingFields: ofForms,
  descriptionsVersion: ofForms,
  fieldOptions: { rule: 'writeWorkspace', sent: { type: 'openai', path: 'options.model' } },
  node: ownRecords,
  nodes: ownRecords,
  createWebhook: ofWebhooks,
  updateWebhook: ofWebhooks,
  deleteWebhook: ofWebhooks,
  rotateWebhookSecret: ofWebhooks,
  sendTestWebhook: ofWebhooks,
  redeliverWebhookDelivery: ofWebhooks,
  ...Object.fromEntries(
    Object.values<Row>(rows).flatMap(({ graphql, rule, sent }) =>
      rule === undefined ? [] : [[operationOf(graphql), { rule, sent }]],
    ),
  ),
};
