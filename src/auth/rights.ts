import { CollaborationType, TokenScope, WorkspaceRole } from '../schema/enums.js';

/** Rights in a workspace: to see that it exists, to read it, to work in it, to answer in its chats, or to administer it. */
export type Intent = 'see' | 'read' | 'write' | 'attend' | 'administer';

/** Rights to a bot. */
export type BotIntent =
  | 'read'
  | 'write'
  | 'copy'
  | 'preview'
  | 'runTests'
  | 'share'
  | 'leave'
  | 'move'
  | 'limit'
  | 'govern'
  | 'converse'
  | 'administer'
  | 'readResults'
  | 'writeResults'
  | 'keepViews';

/** Who has a right: people with one of these roles or shares, using a token with one of these scopes. */
export interface Right {
  readonly roles: readonly WorkspaceRole[];
  readonly shares: readonly CollaborationType[];
  readonly scopes: readonly TokenScope[];
}

const { ADMIN, MEMBER, GUEST } = WorkspaceRole;
const { READ, WRITE, FULL_ACCESS } = CollaborationType;
const scope = TokenScope;

const members = [ADMIN, MEMBER];
const readers = { roles: members, shares: [READ, WRITE, FULL_ACCESS] };
const writers = { roles: members, shares: [WRITE, FULL_ACCESS] };
const botScopes = [scope.BOTS_READ, scope.BOTS_WRITE];
const resultScopes = [scope.RESULTS_READ, scope.RESULTS_WRITE];
const workspaceScopes = [scope.WORKSPACE_READ, scope.WORKSPACE_ADMIN];

/** The rights in a workspace. */
export const workspaceRights: Readonly<Record<Intent, Right>> = {
  see: {
    roles: [...members, GUEST],
    shares: [],
    scopes: [...botScopes, ...resultScopes, ...workspaceScopes, scope.CHAT],
  },
  read: { roles: members, shares: [], scopes: [...botScopes, ...workspaceScopes] },
  write: { roles: members, shares: [], scopes: [scope.BOTS_WRITE] },
  attend: { roles: members, shares: [], scopes: [scope.BOTS_WRITE, scope.CHAT] },
  administer: { roles: [ADMIN], shares: [], scopes: [scope.WORKSPACE_ADMIN] },
};

/** The rights to a bot: FULL_ACCESS includes WRITE, and WRITE includes READ. */
export const botRights: Readonly<Record<BotIntent, Right>> = {
  read: { ...readers, scopes: [...botScopes, ...resultScopes] },
  // To copy it into another bot, with a token that may create one.
  copy: { ...readers, scopes: [scope.BOTS_WRITE] },
  preview: { ...readers, scopes: [...botScopes, scope.CHAT] },
  runTests: { ...readers, scopes: [...botScopes, scope.TESTS_RUN] },
  write: { ...writers, scopes: [scope.BOTS_WRITE] },
  share: { ...writers, scopes: [scope.BOTS_WRITE] },
  // To give up one's own share.
  leave: { ...readers, scopes: [scope.BOTS_WRITE] },
  // To move it to another folder or workspace: only for members, because a bot belongs to its workspace.
  move: { roles: members, shares: [], scopes: [scope.BOTS_WRITE] },
  // To limit its AI usage: only for members, because the workspace pays.
  limit: { roles: members, shares: [], scopes: [scope.BOTS_WRITE] },
  // To decide what may be published: only for admins, because it binds everybody who may write.
  govern: { roles: [ADMIN], shares: [], scopes: [scope.WORKSPACE_ADMIN] },
  converse: { ...writers, scopes: [scope.BOTS_WRITE, scope.CHAT] },
  administer: { roles: members, shares: [FULL_ACCESS], scopes: [scope.BOTS_WRITE] },
  readResults: { ...readers, scopes: resultScopes },
  writeResults: { ...writers, scopes: [scope.RESULTS_WRITE] },
  // To keep one's own views of the results, which change nothing for others.
  keepViews: { ...readers, scopes: [scope.RESULTS_WRITE] },
};

/** The scopes for operations on one's own account: its tokens, its name, new workspaces. */
export const accountScopes: Readonly<Record<'read' | 'write', readonly TokenScope[]>> = {
  read: workspaceScopes,
  write: [scope.WORKSPACE_ADMIN],
};
