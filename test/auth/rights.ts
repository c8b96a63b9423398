import { isEnumType, type GraphQLSchema } from 'graphql';
/** Who asks: from who runs the workspace to who has nothing to do with it. */
export const actors = [
  ...['admin', 'member', 'guestFull', 'guestWrite', 'guestRead', 'guest', 'stranger'],
] as const;
export type Actor =
  'admin' | 'member' | 'guestFull' | 'guestWrite' | 'guestRead' | 'guest' | 'stranger';

/** What an operation comes to for somebody: it is done, refused as FORBIDDEN, or there is nothing for them. */
export type Verdict = 'done' | 'FORBIDDEN' | 'NOT_FOUND';

const verdicts = (text: string): Record<Actor, Verdict> => {
  const words = { '+': 'done', '-': 'FORBIDDEN', '.': 'NOT_FOUND' } as const;
  const marks = text.split(' ') as (keyof typeof words)[]; // Written below, one for each actor.
  return Object.fromEntries(
    actors.map((actor, place) => [actor, words[marks[place] ?? '.']]),
  ) as Record<Actor, Verdict>; // One for each actor.
};

/**
 * The table of rights, typed in: + may, - sees it and may not, . there is nothing for them. Beside it the scopes a
 * token needs one of.
 */
export const rights = {
  // admin member guestFull guestWrite guestRead guest stranger
  seeWorkspace: {
    may: verdicts('+ + + + + + .'),
    scopes: 'BOTS_READ BOTS_WRITE RESULTS_READ RESULTS_WRITE WORKSPACE_READ WORKSPACE_ADMIN',
  },
  readWorkspace: {
    may: verdicts('+ + . . . . .'),
    scopes: 'BOTS_READ BOTS_WRITE WORKSPACE_READ WORKSPACE_ADMIN',
  },
  writeWorkspace: { may: verdicts('+ + . . . . .'), scopes: 'BOTS_WRITE' },
  administerWorkspace: { may: verdicts('+ - . . . . .'), scopes: 'WORKSPACE_ADMIN' },
  readBot: {
    may: verdicts('+ + + + + . .'),
    scopes: 'BOTS_READ BOTS_WRITE RESULTS_READ RESULTS_WRITE',
  },
  converse: { may: verdicts('+ + + + - . .'), scopes: 'BOTS_WRITE CHAT' },
  writeBot: { may: verdicts('+ + + + - . .'), scopes: 'BOTS_WRITE' },
  administerBot: { may: verdicts('+ + + - - . .'), scopes: 'BOTS_WRITE' },
  limitBot: { may: verdicts('+ + - - - . .'), scopes: 'BOTS_WRITE' },
  readResults: { may: verdicts('+ + + + + . .'), scopes: 'RESULTS_READ RESULTS_WRITE' },
  writeResults: { may: verdicts('+ + + + - . .'), scopes: 'RESULTS_WRITE' },
  keepViews: { may: verdicts('+ + + + + . .'), scopes: 'RESULTS_WRITE' },
  // Both bots and a workspace to put them in.
  moveBots: { may: verdicts('+ + . . - . .'), scopes: 'BOTS_WRITE' },
  copyBot: { may: verdicts('+ + . . . . .'), scopes: 'BOTS_WRITE' },
  // Members see invitations, guests do not.
  revokeInvitation: { may: verdicts('+ - . . . . .'), scopes: 'WORKSPACE_ADMIN' },
  // What belongs to whoever asks.
  account: { may: verdicts('+ + + + + + +'), scopes: 'WORKSPACE_ADMIN' },
} as const;

/** What an operation needs: one of the rights above; a token of anybody; or nothing, and why. */
export type Rule = keyof typeof rights | { readonly openBecause: string };

/** The names of the scopes a token may have. */
export function tokenScopesOf(schema: GraphQLSchema): string[] {
  const type = schema.getType('TokenScope');
  if (!isEnumType(type)) throw new Error('TokenScope is no enum');
  return type.getValues().map(({ name }) => name);
}
