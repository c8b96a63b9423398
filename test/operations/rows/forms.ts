import type { GraphqlRow } from './row.js';

const rule = { openBecause: 'it says how forms are drawn, and nothing of anybody' } as const;

export const formGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  blockTypes: { rule },
  credentialTypes: { rule },
  themeFields: { rule },
  settingFields: { rule },
  descriptionsVersion: { rule },
  fieldOptions: { rule: 'writeWorkspace', sent: { type: 'openai', path: 'options.model' } },
};
