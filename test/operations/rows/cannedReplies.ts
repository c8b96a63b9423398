import { deletion, mutation, ofWorkspace, row, WORKSPACE_MISSING } from './row.js';
import type { Deleted, Shown } from './row.js';

/** A canned reply in replies. */
interface CannedReplyShown extends Shown {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
}

const REPLY = 'id shortcut text workspaceId createdAt updatedAt';
const PATH = '/api/v1/workspaces/{workspaceId}/cannedReplies';
const graphql = mutation('saveCannedReply', 'SaveCannedReplyInput', `cannedReply { ${REPLY} }`);
const saved = {
  graphql,
  reply: { cannedReply: 'done.cannedReply' },
  fields: { '': 'cannedReply', cannedReply: REPLY },
};

export const cannedReplyRows = {
  listCannedReplies: row<{ cannedReplies: CannedReplyShown[] }>({
    rest: `GET ${PATH}`,
    graphql: ofWorkspace(`cannedReplies { ${REPLY} }`),
    reply: { cannedReplies: 'workspace.cannedReplies' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'cannedReplies', 'cannedReplies.0': REPLY },
  }),
  createCannedReply: row<{ cannedReply: CannedReplyShown }>({
    ...saved,
    rest: `POST ${PATH}`,
    sent: { workspaceId: '$workspaceId', shortcut: '$newShortcut', text: 'Hello {{Name}}' },
    rule: 'attendWorkspace',
    refuses: [
      [{ workspaceId: '$workspaceId', shortcut: 'a b', text: 'Hi' }, 'VALIDATION', 'shortcut'],
      [{ workspaceId: '$workspaceId', shortcut: 'hi', text: '' }, 'VALIDATION', 'text'],
      [{ workspaceId: '$workspaceId', shortcut: 'hi' }, 'VALIDATION', 'text'],
      [{ workspaceId: '$workspaceId', text: 'Hi' }, 'VALIDATION', 'shortcut'],
    ],
  }),
  updateCannedReply: row<{ cannedReply: CannedReplyShown }>({
    ...saved,
    rest: `PATCH ${PATH}/{cannedReplyId}`,
    sent: { workspaceId: '$workspaceId', cannedReplyId: '$cannedReplyId', text: 'Good day' },
    rule: 'attendWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', cannedReplyId: '$otherCannedReplyId', text: 'Hi' },
        'CANNED_REPLY_NOT_FOUND',
      ],
    ],
  }),
  deleteCannedReply: row<Deleted>({
    ...deletion,
    rest: `DELETE ${PATH}/{cannedReplyId}`,
    graphql: mutation('deleteCannedReply', 'DeleteCannedReplyInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', cannedReplyId: '$newCannedReplyId' },
    rule: 'attendWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', cannedReplyId: '$otherCannedReplyId' },
        'CANNED_REPLY_NOT_FOUND',
      ],
    ],
  }),
};
