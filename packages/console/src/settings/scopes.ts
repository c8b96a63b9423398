import type { CreateTokenMutationVariables } from '@parley/client/dashboard';
import { t } from '../i18n/t.js';

/** What a token may be limited to. */
export type Scope = NonNullable<CreateTokenMutationVariables['input']['scopes']>[number];

/** The scopes in words, in the order of a form. */
export const SCOPES: Readonly<Record<Scope, string>> = {
  BOTS_READ: t('Read bots'),
  BOTS_WRITE: t('Change and publish bots'),
  TESTS_RUN: t('Run written tests'),
  RESULTS_READ: t('Read results'),
  RESULTS_WRITE: t('Delete results'),
  CHAT: t('Answer in chats'),
  WORKSPACE_READ: t('Read workspaces and members'),
  WORKSPACE_ADMIN: t('Change workspaces and your account'),
};
