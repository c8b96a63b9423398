import { deletion, mutation, ofWorkspace, row, WORKSPACE_MISSING } from './row.js';
import type { Deleted, GraphqlRow, Named } from './row.js';

const WORKSPACE =
  'id createdAt updatedAt name icon plan billingProviderId isSuspended isPastDue isVerified';

export const workspaceRows = {
  createWorkspace: row<{ workspace: Named }>({
    rest: 'POST /api/v1/workspaces',
    graphql: mutation('createWorkspace', 'CreateWorkspaceInput', `workspace { ${WORKSPACE} }`),
    reply: { workspace: 'done.workspace' },
    sent: { name: 'Acme' },
    fields: { '': 'workspace', workspace: WORKSPACE },
    rule: 'account',
    refuses: [
      [{}, 'VALIDATION', 'name'],
      [{ name: 7 }, 'VALIDATION', 'name'],
      [{ name: null }, 'VALIDATION', 'name'],
    ],
  }),
  listWorkspaces: row<{ workspaces: Named[]; nextCursor: string | null }>({
    rest: 'GET /api/v1/workspaces',
    graphql: `query ($limit: PageLimit = 100, $cursor: String) {
      viewer { workspaces(first: $limit, after: $cursor) { nodes { ${WORKSPACE} } nextCursor } } }`,
    reply: { workspaces: 'viewer.workspaces.nodes', nextCursor: 'viewer.workspaces.nextCursor' },
    sent: {},
    fields: { '': 'workspaces nextCursor', 'workspaces.0': WORKSPACE },
  }),
  readWorkspace: row<{ workspace: Named }>({
    rest: 'GET /api/v1/workspaces/{workspaceId}',
    graphql: ofWorkspace(WORKSPACE),
    reply: { workspace: 'workspace' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'workspace', workspace: WORKSPACE },
    rule: 'seeWorkspace',
  }),
  updateWorkspace: row<{ workspace: Named }>({
    rest: 'PATCH /api/v1/workspaces/{workspaceId}',
    graphql: mutation('updateWorkspace', 'UpdateWorkspaceInput', `workspace { ${WORKSPACE} }`),
    reply: { workspace: 'done.workspace' },
    sent: { workspaceId: '$workspaceId', name: 'Renamed' },
    fields: { '': 'workspace', workspace: WORKSPACE },
    rule: 'administerWorkspace',
  }),
  deleteWorkspace: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/workspaces/{workspaceId}',
    graphql: mutation('deleteWorkspace', 'DeleteWorkspaceInput', 'deletedId'),
    sent: { workspaceId: '$newWorkspaceId' },
    rule: 'administerWorkspace',
  }),
};

export const workspaceGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  setWorkspaceAiBudget: { rule: 'administerWorkspace' },
  setWorkspacePublishPolicy: { rule: 'administerWorkspace', sent: { policy: 'BLOCK_ERRORS' } },
};
