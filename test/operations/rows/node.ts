import type { GraphqlRow } from './row.js';

const ownRecords = {
  openBecause: 'it shows to each their own, and nothing without a token',
};

export const nodeGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  node: { rule: ownRecords },
  nodes: { rule: ownRecords },
};
