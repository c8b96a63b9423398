import type { GraphqlRow } from './row.js';

export const exportGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  startResultsExport: { rule: 'readResults' },
  cancelExport: { rule: 'readResults' },
  jobProgress: { rule: 'readResults' },
};
