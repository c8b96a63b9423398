import { hashOf, newToken, shownPartOf } from '../auth/token.js';
import { commandLine } from '../config/commandLine.js';
import { findPerson } from './person.js';
import { listTokens, revokeToken, saveToken } from '../storage/tokens.js';
import { CommandError, runCommand, type Command } from './command.js';

const RUN = commandLine('token');

const USAGE = `${RUN} create <name> [person]   a token of that person, or of the owner; shown once
${RUN} list [person]
${RUN} revoke <token id> [person]
A person is an e-mail address or an id.`;

/** `npm run token`: creates, lists and revokes tokens of a person, or of the owner if nobody is named. */
await runCommand(async (command) => {
  const [action, ...rest] = command.args;
  if (action === 'create') return create(command, rest);
  if (action === 'list') return list(command, rest);
  if (action === 'revoke') return revoke(command, rest);
  throw new CommandError(USAGE);
});

async function create({ openUnit }: Command, [name, who]: readonly string[]): Promise<string> {
  if (!name) throw new CommandError(USAGE);
  const { id: userId } = await findPerson(openUnit(), who);
  const token = newToken();
  const prefix = shownPartOf(token);
  await saveToken(openUnit(), { userId, name, hash: hashOf(token), prefix });
  return token;
}

async function list({ openUnit }: Command, [who]: readonly string[]): Promise<string> {
  const { id } = await findPerson(openUnit(), who);
  const tokens = await listTokens(openUnit(), id);
  return tokens
    .map((token) => {
      const used = token.lastUsedAt?.toISOString() ?? 'never used';
      return [token.id, `${token.prefix}…`, token.name, used].join('  ');
    })
    .join('\n');
}

async function revoke({ openUnit }: Command, [tokenId, who]: readonly string[]): Promise<string> {
  if (!tokenId) throw new CommandError(USAGE);
  const { id } = await findPerson(openUnit(), who);
  if (await revokeToken(openUnit(), id, tokenId)) return 'Revoked.';
  throw new CommandError('There is no such token of this person.');
}
