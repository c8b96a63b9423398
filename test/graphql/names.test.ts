import { describe, expect, test } from '@jest/globals';
import {
  getNamedType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';

const schema = buildGatewaySchema();
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
const composites = types.filter((type) => isObjectType(type) || isInterfaceType(type));

/**
 * Caches such as those of Apollo and urql keep one copy of all objects with the same type and `id`. So two objects with the
 * same `id` must be the same object.
 */
describe('the field `id`', () => {
  test('exists on every node, and is never null', () => {
    const nodes = composites.filter(isNode);
    expect(nodes.length).toBeGreaterThan(10);
    const other = nodes.filter((node) => String(node.getFields()['id']?.type) !== 'ID!');
    expect(other.map(({ name }) => name)).toEqual([]);
  });

  test('exists only on nodes', () => {
    const others = composites.filter((type) => 'id' in type.getFields() && !isNode(type));
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  test('exists in no input: inputs name the record whose id it is', () => {
    const inputs = types.filter(isInputObjectType).filter((type) => 'id' in type.getFields());
    expect(inputs.map(({ name }) => name)).toEqual([]);
  });
});

describe('the type `ID`', () => {
  const named = types.flatMap((type): Named[] => {
    if (isInputObjectType(type)) return Object.values(type.getFields()).map(namedIn(type));
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const fields = Object.values(type.getFields());
    return [...fields, ...fields.flatMap(({ args }) => args)].map(namedIn(type));
  });

  test('is the type of every field, argument and member whose name is that of an id made by this server', () => {
    const ids = named.filter(
      ({ name, type }) => /Ids?$/.test(name) && isLeafType(getNamedType(type)),
    );
    expect(ids.length).toBeGreaterThan(300);
    const texts = ids.filter(({ type }) => getNamedType(type).name !== 'ID');
    const unknown = texts.filter(
      ({ name, place }) => !NO_IDS.includes(name) && !OF_OTHERS.includes(place),
    );
    expect(unknown.map(({ place }) => place)).toEqual([]);
  });

  test('is not the type of ids that other services made', () => {
    const found = named.filter(({ place }) => OF_OTHERS.includes(place));
    expect(found.map(({ place }) => place).sort()).toEqual([...OF_OTHERS].sort());
    expect(found.filter(({ type }) => getNamedType(type).name === 'ID')).toEqual([]);
  });

  test('is the type of nothing whose name is not that of an id', () => {
    const others = named.filter(
      ({ name, type }) => getNamedType(type).name === 'ID' && !/(^id|Id)s?$/.test(name),
    );
    expect(others.map(({ place }) => place)).toEqual(['BotVersion.against']);
  });
});

/** Ids that clients choose, that people read, or that a payment provider would fill in. */
const NO_IDS = ['clientMutationId', 'publicId', 'billingProviderId'];

/** Ids that another service made, and that only it can resolve. */
const OF_OTHERS = [
  ...['Bot.sourceId', 'SyncBotInput.sourceId'],
  ...['AnalyticsBlockOptions.trackingId', 'CalComOptionsAnyPrefilledInformation.questionId'],
  ...['BlinkBlockOptions.groupIds', 'BlinkBlockOptions.userIds'],
  ...['ClientAnalytics.trackingId', 'ClientTrackingPixel.pixelId'],
  ...['ClientStartPropsToInject.analyticsId', 'ClientStartPropsToInject.tagManagerId'],
  'ClientStartPropsToInject.trackingPixelIds',
  ...['ChatNodeOptions.threadId', 'DifyAiOptions.conversationId', 'DifyAiOptions.datasetId'],
  ...['ElevenlabsBlockOptions.modelId', 'ElevenlabsBlockOptions.voiceId'],
  ...['FlowSettingsMetadata.tagManagerId', 'GmailBlockOptions.threadId'],
  ...['GoogleSheetsOptions.sheetId', 'GoogleSheetsOptions.spreadsheetId'],
  ...['NocodbBlockOptions.tableId', 'NocodbBlockOptions.viewId', 'OpenaiBlockOptions.assistantId'],
  ...['OpenaiBlockOptions.fileSearchVectorStoreIds', 'OpenaiBlockOptions.threadId'],
  ...['PosthogBlockOptions.distinctId', 'SegmentBlockOptions.previousId'],
  ...['SegmentBlockOptions.userId', 'SupportWidgetOptionsUser.userId'],
  ...['TrackingPixelOptions.pixelId', 'VideoBubbleContent.contentId'],
  ...['VideoMessageContent.contentId', 'ZendeskBlockOptions.userId'],
];

/** A field, argument or input member, and its place. */
interface Named {
  readonly name: string;
  readonly type: GraphQLType;
  readonly place: string;
}

function namedIn(parent: GraphQLNamedType) {
  return ({ name, type }: Omit<Named, 'place'>): Named => ({
    ...{ name, type },
    place: `${parent.name}.${name}`,
  });
}

function isNode(type: GraphQLInterfaceType | GraphQLObjectType): boolean {
  return type.name === 'Node' || type.getInterfaces().some(({ name }) => name === 'Node');
}

/** Ids without an object of that name beside them. */
const exceptions: Readonly<Record<string, string>> = {
  'Answer.resultId': 'an answer is read in its result',
  'ReplayedChat.resultId': 'of a thousand chats, people read few',
  'ResultLog.resultId': 'a line is read in its result',
  'ResultLog.logId': 'names the line itself',
  'ResultColumn.columnId': 'names the column itself',
  'File.fileId': 'names the file itself',
  'FlowChange.partId': 'names a part of a flow, of any kind',
  'FlowMatch.noteId': 'names a part of a flow',
  'AuditEntry.entryId': 'names the entry itself',
  'AuditEntry.signInId': 'is of a sign-in, which may be gone',
  'AuditEntry.subjectId': 'is of a thing of any kind, which may be gone',
  'AuditEntry.tokenId': 'is of a token, which may be gone',
  'TraceEntry.entryId': 'names the entry itself',
  'TraceEntry.botId': 'is of a flow that linked to it',
  'ChatBranchPoint.sessionId': 'is of a chat that may be gone',
  'Folder.parentFolderId': 'is beside `parent`',
  'Result.sessionId': 'is the secret of the chat, which `chatEvents` reads',
  'BotEditor.clientId': 'is what the client calls itself',
  'ChatNote.noteId': 'names the note itself',
  'ChatAgent.userId': 'is of somebody who may have left since',
  'DeletePayload.deletedId': 'is of what is gone',
  'ChatViewer.clientId': 'is what the client calls itself',
  'BotsChange.removedIds': 'are of what is gone',
  'ChatsChange.removedIds': 'are of what is gone',
  'ResultsChange.removedIds': 'are of what is gone',
  'ChatsView.workspaceId': 'a view is read in its workspace',
  'StageCredentials.credentialsId': 'is of the workspace, whose credentials guests do not read',
  'StageCredentials.replacementId': 'is of the workspace, whose credentials guests do not read',
  'CoveredParts.missingIds': 'are of parts of a flow, of one kind',
  'ResultsView.botId': 'a view is read in its bot',
  'BotTotals.botId': 'is of a bot in the list that one shows',
  'BlockStatsChange.botId': 'is of the bot that one asked to watch',
};

/** Types of documents: a flow refers to other records by id, and visitors may not read those records. */
const DOCUMENTS = ['Flow', 'ChatReply', 'ChatEvent'];

/** The parts of flows, which `Bot.flow` and `BotVersion.flow` have. */
const PARTS = /^(lastBubbleB|b)lockIds?$|^(edge|event|group|item|outgoingEdge|path|variable)Ids?$/;

test('beside the id of each stored object is the object itself', () => {
  const shown = new Set(DOCUMENTS.flatMap((name) => [...namesBelow(schema.getType(name))]));
  const bare = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || shown.has(type.name)) return [];
    const fields = type.getFields();
    return Object.values(fields)
      .filter((field) => /Ids?$/.test(field.name) && getNamedType(field.type).name === 'ID')
      .map(({ name }) => name)
      .filter((name) => !PARTS.test(name) && !(name.replace(/Id(s?)$/, '$1') in fields))
      .map((name) => `${type.name}.${name}`);
  });
  expect(bare.sort()).toEqual(Object.keys(exceptions).sort());
});

/** The names of a type and of all types in it. */
function namesBelow(type: GraphQLNamedType | null | undefined, known = new Set<string>()) {
  if (!type || known.has(type.name)) return known;
  known.add(type.name);
  if (isAbstractType(type)) {
    for (const one of schema.getPossibleTypes(type)) namesBelow(one, known);
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      namesBelow(getNamedType(field.type), known);
    }
  }
  return known;
}
