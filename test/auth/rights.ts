import { isEnumType, type GraphQLSchema } from 'graphql';
/** The actors, from an admin of the workspace to a stranger. */
export const actors = [
  ...['admin', 'member', 'guestFull', 'guestWrite', 'guestRead', 'guest', 'stranger'],
] as const;
export type Actor =
  'admin' | 'member' | 'guestFull' | 'guestWrite' | 'guestRead' | 'guest' | 'stranger';

/** The outcome of an operation for an actor: done, refused as FORBIDDEN, or not found. */
export type Verdict = 'done' | 'FORBIDDEN' | 'NOT_FOUND';

const verdicts = (text: string): Record<Actor, Verdict> => {
  const words = { '+': 'done', '-': 'FORBIDDEN', '.': 'NOT_FOUND' } as const;
  const marks = text.split(' ') as (keyof typeof words)[]; // The texts below have one mark for each actor.
  return Object.fromEntries(
    actors.map((actor, place) => [actor, words[marks[place] ?? '.']]),
  ) as Record<Actor, Verdict>; // One for each actor.
};

/**
 * The table of rights: `+` done, `-` forbidden, `.` not found; and the scopes of which a token needs one.
 */
export const rights = {
  // admin member guestFull guestWrite guestRead guest stranger
  seeWorkspace: {
    may: verdicts('+ + + + + + .'),
    scopes: 'BOTS_READ BOTS_WRITE RESULTS_READ RESULTS_WRITE WORKSPACE_READ WORKSPACE_ADMIN CHAT',
  },
  readWorkspace: {
    may: verdicts('+ + . . . . .'),
    scopes: 'BOTS_READ BOTS_WRITE WORKSPACE_READ WORKSPACE_ADMIN',
  },
  writeWorkspace: { may: verdicts('+ + . . . . .'), scopes: 'BOTS_WRITE' },
  attendWorkspace: { may: verdicts('+ + . . . . .'), scopes: 'BOTS_WRITE CHAT' },
  administerWorkspace: { may: verdicts('+ - . . . . .'), scopes: 'WORKSPACE_ADMIN' },
  readBot: {
    may: verdicts('+ + + + + . .'),
    scopes: 'BOTS_READ BOTS_WRITE RESULTS_READ RESULTS_WRITE',
  },
  preview: { may: verdicts('+ + + + + . .'), scopes: 'BOTS_READ BOTS_WRITE CHAT' },
  runTests: { may: verdicts('+ + + + + . .'), scopes: 'BOTS_READ BOTS_WRITE TESTS_RUN' },
  converse: { may: verdicts('+ + + + - . .'), scopes: 'BOTS_WRITE CHAT' },
  // A token needs two scopes: one to converse, and one to read results.
  branch: { may: verdicts('+ + + + - . .'), scopes: '' },
  writeBot: { may: verdicts('+ + + + - . .'), scopes: 'BOTS_WRITE' },
  administerBot: { may: verdicts('+ + + - - . .'), scopes: 'BOTS_WRITE' },
  governBot: { may: verdicts('+ - - - - . .'), scopes: 'WORKSPACE_ADMIN' },
  limitBot: { may: verdicts('+ + - - - . .'), scopes: 'BOTS_WRITE' },
  readResults: { may: verdicts('+ + + + + . .'), scopes: 'RESULTS_READ RESULTS_WRITE' },
  writeResults: { may: verdicts('+ + + + - . .'), scopes: 'RESULTS_WRITE' },
  keepViews: { may: verdicts('+ + + + + . .'), scopes: 'RESULTS_WRITE' },
  // The two bots, and the workspace to move them to.
  moveBots: { may: verdicts('+ + . . - . .'), scopes: 'BOTS_WRITE' },
  // The bot, and credentials of its workspace.
  useCredentials: { may: verdicts('+ + . . - . .'), scopes: 'BOTS_WRITE' },
  copyBot: { may: verdicts('+ + . . . . .'), scopes: 'BOTS_WRITE' },
  // Members see invitations, guests do not.
  revokeInvitation: { may: verdicts('+ - . . . . .'), scopes: 'WORKSPACE_ADMIN' },
  // Records that belong to the caller.
  account: { may: verdicts('+ + + + + + +'), scopes: 'WORKSPACE_ADMIN' },
} as const;

/** What an operation requires: one of the rights above, any token, or nothing, with the reason. */
export type Rule = keyof typeof rights | { readonly openBecause: string };

/** The scopes of tokens. */
export function tokenScopesOf(schema: GraphQLSchema): string[] {
  const type = schema.getType('TokenScope');
  if (!isEnumType(type)) throw new Error('TokenScope is no enum');
  return type.getValues().map(({ name }) => name);
}
