import type { Route } from '../route.js';
import { at, workspaceId } from './exampleParts.js';

const DOMAIN =
  'id name status workspaceId createdAt checkedAt heldSince unprovenSince lostAt records { type name value }';
const WORKSPACE_ID = { name: 'workspaceId', description: 'The workspace the domain is of' };

const records = [
  {
    type: 'TXT',
    name: '_parley-challenge.chat.example.com',
    value: 'mk7yT6vUq8b3bUu3pVb2Ww9mJb1mF3o5c8kq0cYb2xE',
  },
  { type: 'CNAME', name: 'chat.example.com', value: 'parley.example.com' },
];

const customDomain = {
  id: 'dom_0mwqezz3qc27lvh741w746oo',
  name: 'chat.example.com',
  status: 'VALID',
  workspaceId,
  createdAt: at,
  checkedAt: at,
  heldSince: at,
  unprovenSince: null,
  lostAt: null,
  records,
};

/** The endpoints of custom domains. */
export const customDomainRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/custom-domains',
    summary: 'List the domains of a workspace',
    document: `query ($workspaceId: ID!) {
      workspace(id: $workspaceId) { customDomains { ${DOMAIN} } }
    }`,
    reply: { customDomains: 'workspace.customDomains' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    query: [WORKSPACE_ID],
    needsToken: true,
    example: { reply: { customDomains: [customDomain] } },
  },
  {
    method: 'post',
    path: '/v1/custom-domains',
    summary: 'Add a domain to a workspace',
    document: `mutation ($input: AddCustomDomainInput!) {
      addCustomDomain(input: $input) { customDomain { ${DOMAIN} } }
    }`,
    reply: { customDomain: 'addCustomDomain.customDomain' },
    body: {
      input: 'AddCustomDomainInput',
      members: ['workspaceId', 'name'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { workspaceId, name: 'chat.example.com' },
      reply: {
        customDomain: { ...customDomain, status: 'PENDING', checkedAt: null, heldSince: null },
      },
    },
  },
  {
    method: 'get',
    path: '/v1/custom-domains/{name}/verify',
    summary: 'Look up whether a domain leads here and is proven',
    document: `query ($name: HostName!, $workspaceId: ID!) {
      workspace(id: $workspaceId) {
        customDomainCheck(name: $name) {
          status
          customDomain { ${DOMAIN} }
          records { type name value }
        }
      }
    }`,
    reply: {
      status: 'workspace.customDomainCheck.status',
      customDomain: 'workspace.customDomainCheck.customDomain',
      records: 'workspace.customDomainCheck.records',
    },
    missing: {
      workspace: 'WORKSPACE_NOT_FOUND',
      'workspace.customDomainCheck': 'DOMAIN_NOT_FOUND',
    },
    query: [WORKSPACE_ID],
    needsToken: true,
    example: { reply: { status: 'VALID', customDomain, records } },
  },
  {
    method: 'post',
    path: '/v1/custom-domains/{name}/verify',
    summary:
      'Look up whether a domain leads here and is proven, and keep what is found: a proven one is of the workspace',
    document: `mutation ($input: CustomDomainInput!) {
      verifyCustomDomain(input: $input) {
        customDomain { ${DOMAIN} }
        records { type name value }
      }
    }`,
    reply: {
      status: 'verifyCustomDomain.customDomain.status',
      customDomain: 'verifyCustomDomain.customDomain',
      records: 'verifyCustomDomain.records',
    },
    body: {
      input: 'CustomDomainInput',
      members: ['workspaceId'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: { body: { workspaceId }, reply: { status: 'VALID', customDomain, records } },
  },
  {
    method: 'delete',
    path: '/v1/custom-domains/{name}',
    summary: 'Take a domain off the list of a workspace',
    document: `mutation ($name: HostName!, $workspaceId: ID!) {
      removeCustomDomain(input: { name: $name, workspaceId: $workspaceId }) { deletedId }
    }`,
    reply: { deletedId: 'removeCustomDomain.deletedId' },
    query: [WORKSPACE_ID],
    needsToken: true,
    example: { reply: { deletedId: customDomain.id } },
  },
];
