import { expect, test } from '@jest/globals';
import {
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
} from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';

const schema = buildGatewaySchema();

/** Ids beside which there is no object of that name. */
const exceptions: Readonly<Record<string, string>> = {
  'Answer.resultId': 'an answer is read in its result',
  'ResultLog.resultId': 'a line is read in its result',
  'ResultLog.logId': 'names the line itself',
  'ResultColumn.columnId': 'names the column itself',
  'File.fileId': 'names the file itself',
  'FlowChange.partId': 'names a part of a flow, of any kind',
  'Folder.parentFolderId': 'is beside `parent`',
  'Result.sessionId': 'is the secret of the chat, which `chatEvents` reads',
  'BotEditor.clientId': 'is what the client calls itself',
  'DeletePayload.deletedId': 'is of what is gone',
  'ResultsChange.removedIds': 'are of what is gone',
  'ResultsView.botId': 'a view is read in its bot',
  'BlockStatsChange.botId': 'is of the bot that one asked to watch',
};

/** What is made of documents: a flow names what is beside it by its id, and visitors may read nothing else. */
const DOCUMENTS = ['Flow', 'ChatReply', 'ChatEvent'];

/** Parts of flows, which `Bot.flow` and `BotVersion.flow` have. */
const PARTS = /^(lastBubbleB|b)lockIds?$|^(edge|event|group|item|outgoingEdge|path|variable)Ids?$/;

test('beside the id of a stored object is the object', () => {
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
