import type { CreateTokenMutationVariables } from '@parley/client/dashboard';

/** What a token may be limited to. */
export type Scope = NonNullable<CreateTokenMutationVariables['input']['scopes']>[number];

/** The scopes in words, in the order of a form. */
export const SCOPES: Readonly<Record<Scope, string>> = {
  BOTS_READ: 'Read bots',
  BOTS_WRITE: 'Change and publish bots',
  TESTS_RUN: 'Run written tests',
  RESULTS_READ: 'Read results',
  RESULTS_WRITE: 'Delete results',
  CHAT: 'Answer in chats',
  WORKSPACE_READ: 'Read workspaces and members',
  WORKSPACE_ADMIN: 'Change workspaces and your account',
};
