import { deletion, mutation, ofWorkspace, row, WORKSPACE_MISSING } from './row.js';
import type { Deleted, Named, Shown } from './row.js';

interface Checked {
  status: string;
  customDomain: Named;
  records: Shown[];
}

const DOMAIN =
  'id name status workspaceId createdAt checkedAt heldSince unprovenSince lostAt records';
const SELECTED = `${DOMAIN} { type name value }`;
const ofDomain = {
  sent: { workspaceId: '$workspaceId', name: '$hostName' },
  fields: { '': 'status customDomain records', customDomain: DOMAIN },
};

export const customDomainRows = {
  listDomains: row<{ customDomains: Named[] }>({
    rest: 'GET /api/v1/custom-domains',
    graphql: ofWorkspace(`customDomains { ${SELECTED} }`),
    reply: { customDomains: 'workspace.customDomains' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'customDomains', 'customDomains.0': DOMAIN },
  }),
  addDomain: row<{ customDomain: Named }>({
    rest: 'POST /api/v1/custom-domains',
    graphql: mutation('addCustomDomain', 'AddCustomDomainInput', `customDomain { ${SELECTED} }`),
    reply: { customDomain: 'done.customDomain' },
    sent: { workspaceId: '$workspaceId', name: 'added.example.com' },
    fields: { '': 'customDomain', customDomain: DOMAIN },
    rule: 'writeWorkspace',
  }),
  checkDomain: row<Checked>({
    ...ofDomain,
    rest: 'GET /api/v1/custom-domains/{name}/verify',
    graphql: `query ($workspaceId: ID!, $name: HostName!) {
      workspace(id: $workspaceId) { check: customDomainCheck(name: $name) {
        status customDomain { ${SELECTED} } records { type name value } } } }`,
    reply: {
      status: 'workspace.check.status',
      customDomain: 'workspace.check.customDomain',
      records: 'workspace.check.records',
    },
    missing: { ...WORKSPACE_MISSING, 'workspace.check': 'DOMAIN_NOT_FOUND' },
  }),
  verifyDomain: row<Checked>({
    ...ofDomain,
    rest: 'POST /api/v1/custom-domains/{name}/verify',
    graphql: mutation(
      'verifyCustomDomain',
      'CustomDomainInput',
      `customDomain { ${SELECTED} } records { type name value }`,
    ),
    reply: {
      status: 'done.customDomain.status',
      customDomain: 'done.customDomain',
      records: 'done.records',
    },
    rule: 'writeWorkspace',
  }),
  removeDomain: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/custom-domains/{name}',
    graphql: mutation('removeCustomDomain', 'CustomDomainInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', name: '$newHostName' },
    rule: 'writeWorkspace',
  }),
};
