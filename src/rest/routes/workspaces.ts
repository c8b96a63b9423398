import type { Route } from '../route.js';

/** The endpoints of workspaces (interface §4). */
export const workspaceRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/workspaces',
    summary: 'Create a workspace',
    document: `mutation ($input: CreateWorkspaceInput!) {
      createWorkspace(input: $input) {
        workspace {
          id createdAt updatedAt name icon plan billingProviderId isSuspended isPastDue isVerified
        }
       
      }
    }`,
    variables: ({ body }) => ({ input: { name: body['name'], icon: body['icon'] } }),
    reply: { workspace: 'createWorkspace.workspace' },
    body: {
      input: 'CreateWorkspaceInput',
      members: ['name', 'icon'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
  },
];
