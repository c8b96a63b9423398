import { commandLine } from '../config/commandLine.js';
import type { User } from '../schema/user.js';
import type { Unit } from '../storage/orm.js';
import { findClaimants, findUserByEmail, findUserById } from '../storage/people.js';
import { findOwner } from '../storage/tokens.js';
import { CommandError } from './command.js';

/** The person with this id or verified e-mail address; the owner of the server if nobody is named. */
export async function findPerson(unit: Unit, named: string | undefined): Promise<User> {
  if (named === undefined) return findTheOwner(unit);
  const known = named.includes('@')
    ? await findUserByEmail(unit, named.toLowerCase())
    : await findUserById(unit, named);
  if (known) return known;
  await refuseClaimed(unit, named.toLowerCase());
  throw new CommandError(`Nobody here has the address or the id ${named}.`);
}

/** Fails if people have this address without having verified it: only the operator knows whether they are meant. */
export async function refuseClaimed(unit: Unit, email: string): Promise<void> {
  const claimants = await findClaimants(unit, email);
  if (claimants.length === 0) return;
  const ids = claimants.map(({ id, createdAt }) => `${id} (since ${createdAt.toISOString()})`);
  throw new CommandError(`Nobody has proven the address ${email}. These people have it from an invitation, or from before an update:
${ids.join('\n')}
If you mean one of them, run  ${commandLine('user')} verify ${email} <id>
From then on you can name them by the address. If you mean somebody else, run  ${commandLine('user')} new ${email}`);
}

async function findTheOwner(unit: Unit): Promise<User> {
  const owner = await findOwner(unit);
  if (owner) return owner;
  throw new CommandError('There is no owner yet: start the server once.');
}
