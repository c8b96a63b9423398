import type { GraphqlRow } from './row.js';

const rule = 'writeWorkspace';

export const fileGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  createFileUpload: { rule, sent: { workspaceId: '$workspaceId' } },
  deleteFile: { rule },
};
