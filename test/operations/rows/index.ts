import { Kind, parse } from 'graphql';
import { analyticsRows } from './analytics.js';
import { botGraphqlRows, botRows } from './bots.js';
import { botTestRows } from './botTests.js';
import { cannedReplyRows } from './cannedReplies.js';
import { chatGraphqlRows, chatRows } from './chats.js';
import { collaboratorRows } from './collaborators.js';
import { credentialsRows } from './credentials.js';
import { customDomainRows } from './customDomains.js';
import { debuggingRows } from './debugging.js';
import { exportGraphqlRows } from './exports.js';
import { fileGraphqlRows } from './files.js';
import { formGraphqlRows } from './forms.js';
import { explorationGraphqlRows, explorationRows } from './explorations.js';
import { folderRows } from './folders.js';
import { inboxGraphqlRows, inboxRows } from './inbox.js';
import { invitationRows } from './invitations.js';
import { memberRows } from './members.js';
import { nodeGraphqlRows } from './node.js';
import { peopleGraphqlRows, peopleRows } from './people.js';
import { resultGraphqlRows, resultRows } from './results.js';
import type { GraphqlRow, Row } from './row.js';
import { splitRows } from './splits.js';
import { testScheduleRows } from './testSchedules.js';
import { stageRows } from './stages.js';
import { themeTemplateRows } from './themeTemplates.js';
import { tokenRows } from './tokens.js';
import { translationRows } from './translations.js';
import { versionRows } from './versions.js';
import { webhookBlockRows } from './webhookBlocks.js';
import { webhookGraphqlRows } from './webhooks.js';
import { workspaceGraphqlRows, workspaceRows } from './workspaces.js';

/** The row of every endpoint. Each is in the file of its operation's folder in src/resolvers/. */
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

/** The rule of each operation of the schema, and what it is sent besides its required arguments. */
export const operationRows: Readonly<Record<string, GraphqlRow>> = {
  ...botGraphqlRows,
  ...chatGraphqlRows,
  ...explorationGraphqlRows,
  ...exportGraphqlRows,
  ...fileGraphqlRows,
  ...formGraphqlRows,
  ...inboxGraphqlRows,
  ...nodeGraphqlRows,
  ...peopleGraphqlRows,
  ...resultGraphqlRows,
  ...webhookGraphqlRows,
  ...workspaceGraphqlRows,
  ...Object.fromEntries(
    Object.values<Row>(rows).flatMap(({ graphql, rule, sent }) =>
      rule === undefined ? [] : [[operationOf(graphql), { rule, sent }]],
    ),
  ),
};
