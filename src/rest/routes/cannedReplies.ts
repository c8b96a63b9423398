import type { Route } from '../route.js';
import { at, workspaceId } from './exampleParts.js';

const REPLY = 'id shortcut text workspaceId createdAt updatedAt';
const PATH = '/v1/workspaces/{workspaceId}/cannedReplies';

const cannedReplyId = 'cnr_0mwq9jvrn3cw1h3rngmptru9';
const cannedReply = {
  id: cannedReplyId,
  shortcut: 'hello',
  text: 'Hello {{Name}}, how can I help you?',
  workspaceId,
  createdAt: at,
  updatedAt: at,
};

const saving = `mutation ($input: SaveCannedReplyInput!) {
  saveCannedReply(input: $input) { cannedReply { ${REPLY} } }
}`;
const body = {
  input: 'SaveCannedReplyInput',
  members: ['shortcut', 'text'],
  isOptional: false,
  limit: 'chat',
} as const;

/** The endpoints of canned replies. */
export const cannedReplyRoutes: readonly Route[] = [
  {
    method: 'get',
    path: PATH,
    summary: 'List the canned replies of a workspace',
    document: `query ($workspaceId: ID!) { workspace(id: $workspaceId) { cannedReplies { ${REPLY} } } }`,
    reply: { cannedReplies: 'workspace.cannedReplies' },
    means: { cannedReplies: 'The canned replies, by their shortcuts' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND', 'workspace.cannedReplies': 'WORKSPACE_NOT_FOUND' },
    needsToken: true,
    example: { reply: { cannedReplies: [cannedReply] } },
  },
  {
    method: 'post',
    path: PATH,
    summary: 'Create a canned reply',
    document: saving,
    reply: { cannedReply: 'saveCannedReply.cannedReply' },
    body,
    needsToken: true,
    example: { body: { shortcut: 'hello', text: cannedReply.text }, reply: { cannedReply } },
  },
  {
    method: 'patch',
    path: `${PATH}/{cannedReplyId}`,
    summary: 'Change a canned reply',
    document: saving,
    reply: { cannedReply: 'saveCannedReply.cannedReply' },
    body,
    needsToken: true,
    example: { body: { text: cannedReply.text }, reply: { cannedReply } },
  },
  {
    method: 'delete',
    path: `${PATH}/{cannedReplyId}`,
    summary: 'Delete a canned reply',
    document: `mutation ($workspaceId: ID!, $cannedReplyId: ID!) {
      deleteCannedReply(input: { workspaceId: $workspaceId, cannedReplyId: $cannedReplyId }) { deletedId }
    }`,
    reply: { deletedId: 'deleteCannedReply.deletedId' },
    needsToken: true,
    example: { reply: { deletedId: cannedReplyId } },
  },
];
