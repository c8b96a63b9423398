import type { Route } from '../route.js';
import { at, workspaceId } from './exampleParts.js';

const TEMPLATE = 'id name theme workspaceId createdAt updatedAt';
const WORKSPACE_ID = { name: 'workspaceId', description: 'The workspace' };

const themeTemplate = {
  id: 'night',
  name: 'Night',
  theme: { general: { background: { type: 'Color', content: '#101418' } } },
  workspaceId,
  createdAt: at,
  updatedAt: at,
};

/** The endpoints of theme templates. */
export const themeTemplateRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/themeTemplates',
    summary: 'List the theme templates of a workspace',
    document: `query ($workspaceId: ID!) {
      workspace(id: $workspaceId) { themeTemplates { ${TEMPLATE} } }
    }`,
    reply: { themeTemplates: 'workspace.themeTemplates' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    query: [WORKSPACE_ID],
    needsToken: true,
    example: { reply: { themeTemplates: [themeTemplate] } },
  },
  {
    method: 'put',
    path: '/v1/themeTemplates/{themeTemplateId}',
    summary: 'Create a theme template, or change it',
    document: `mutation ($input: SaveThemeTemplateInput!) {
      saveThemeTemplate(input: $input) { themeTemplate { ${TEMPLATE} } }
    }`,
    reply: { themeTemplate: 'saveThemeTemplate.themeTemplate' },
    body: {
      input: 'SaveThemeTemplateInput',
      members: ['workspaceId', 'name', 'theme'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: { workspaceId, name: 'Night', theme: themeTemplate.theme },
      reply: { themeTemplate },
    },
  },
  {
    method: 'delete',
    path: '/v1/themeTemplates/{themeTemplateId}',
    summary: 'Delete a theme template',
    document: `mutation ($themeTemplateId: ID!, $workspaceId: ID!) {
      deleteThemeTemplate(input: { themeTemplateId: $themeTemplateId, workspaceId: $workspaceId }) {
        deletedId
      }
    }`,
    reply: { deletedId: 'deleteThemeTemplate.deletedId' },
    query: [WORKSPACE_ID],
    needsToken: true,
    example: { reply: { deletedId: 'night' } },
  },
];
