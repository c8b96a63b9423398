import { mutation, row } from './row.js';
import type { GraphqlRow, Named } from './row.js';

const USER = 'id name email createdAt';

export const peopleRows = {
  readMe: row<{ user: Named }>({
    rest: 'GET /api/v1/users/me',
    graphql: `query { viewer { user { ${USER} } } }`,
    reply: { user: 'viewer.user' },
    missing: { viewer: 'UNAUTHENTICATED' },
    sent: {},
    fields: { '': 'user', user: USER },
    rule: { openBecause: 'it shows to each their own, and nothing without a token' },
  }),
  updateMe: row<{ user: Named }>({
    rest: 'PATCH /api/v1/users/me',
    graphql: mutation('updateViewer', 'UpdateViewerInput', `user { ${USER} }`),
    reply: { user: 'done.user' },
    sent: { name: 'Ada' },
    fields: { '': 'user', user: USER },
    rule: 'account',
  }),
};

export const peopleGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  revokeSignIn: { rule: 'account' },
};
