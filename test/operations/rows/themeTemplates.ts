import { deletion, mutation, ofWorkspace, row, WORKSPACE_MISSING } from './row.js';
import type { Deleted, Named } from './row.js';

const TEMPLATE = 'id name theme workspaceId createdAt updatedAt';

export const themeTemplateRows = {
  listThemeTemplates: row<{ themeTemplates: Named[] }>({
    rest: 'GET /api/v1/themeTemplates',
    graphql: ofWorkspace(`themeTemplates { ${TEMPLATE} }`),
    reply: { themeTemplates: 'workspace.themeTemplates' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'themeTemplates', 'themeTemplates.0': TEMPLATE },
  }),
  saveThemeTemplate: row<{ themeTemplate: Named }>({
    rest: 'PUT /api/v1/themeTemplates/{themeTemplateId}',
    graphql: mutation(
      'saveThemeTemplate',
      'SaveThemeTemplateInput',
      `themeTemplate { ${TEMPLATE} }`,
    ),
    reply: { themeTemplate: 'done.themeTemplate' },
    sent: {
      workspaceId: '$workspaceId',
      themeTemplateId: '$themeTemplateId',
      name: 'Night',
      theme: {},
    },
    fields: { '': 'themeTemplate', themeTemplate: TEMPLATE },
    rule: 'writeWorkspace',
  }),
  deleteThemeTemplate: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/themeTemplates/{themeTemplateId}',
    graphql: mutation('deleteThemeTemplate', 'DeleteThemeTemplateInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', themeTemplateId: '$newThemeTemplateId' },
    rule: 'writeWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', themeTemplateId: '$otherThemeTemplateId' },
        'THEME_TEMPLATE_NOT_FOUND',
      ],
    ],
  }),
};
