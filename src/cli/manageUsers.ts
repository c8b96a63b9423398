import { newSignInLink } from '../auth/signIn.js';
import { commandLine } from '../config/commandLine.js';
import { addressOf } from '../config/config.js';
import { forgetAccounts, lockAccounts } from '../storage/identities.js';
import { createUser, findUserByEmail, verifyEmail } from '../storage/people.js';
import { endSignInsOf } from '../storage/signIns.js';
import { CommandError, type Command } from './command.js';
import { findPerson, refuseClaimed } from './person.js';

const RUN = commandLine('user');

const USAGE = `${RUN} link [person]         prints a link that signs that person in once; creates the person if needed; without a person: the owner
${RUN} new <e-mail>          the same for a new person, even if somebody has the address from an invitation
${RUN} verify <e-mail> <id>  stores that the address belongs to this person, which you have checked
${RUN} owner <e-mail>        sets the address with which the owner signs in
${RUN} forget <person>       removes the account of the issuer with which the person signs in; the next account with the address replaces it
A person is an e-mail address or an id.`;

/** Manages how people sign in. The operator who runs this vouches for the addresses that they name. */
export async function manageUsers(command: Command): Promise<string> {
  const [name = '', named, id] = command.args;
  const email = named?.includes('@') ? named.toLowerCase() : undefined;
  if (email !== undefined && !/^[^\s@]+@\S+$/.test(email)) throw new CommandError(USAGE);
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const done = await run?.(command, { named, email, id });
  if (done === undefined) throw new CommandError(USAGE);
  return done;
}

/** The arguments: `named` as typed, `email` in lower case if that is an address. */
interface Named {
  readonly named: string | undefined;
  readonly email: string | undefined;
  readonly id: string | undefined;
}

/** The commands by name. Each returns undefined if its arguments do not fit. */
const commands: Readonly<
  Record<string, (command: Command, who: Named) => Promise<string> | undefined>
> = {
  link,
  new: (command, { email }) => (email === undefined ? undefined : make(command, email)),
  verify: (command, { email, id }) =>
    email === undefined || id === undefined ? undefined : verify(command, email, id),
  owner: (command, { email }) =>
    email === undefined ? undefined : verify(command, email, undefined),
  forget: (command, { named }) => (named === undefined ? undefined : forget(command, named)),
};

async function link(command: Command, { named, email }: Named): Promise<string> {
  const unit = command.openUnit();
  if (email !== undefined && !(await findUserByEmail(unit, email))) {
    await refuseClaimed(unit, email);
    return make(command, email);
  }
  return linkFor(command, (await findPerson(unit, named)).id);
}

async function make(command: Command, email: string): Promise<string> {
  const made = await command.openUnit().transactional(async (unit) => {
    // A concurrent sign-in verifies the address either before this, or finds it verified.
    await lockAccounts(unit);
    if (await findUserByEmail(unit, email)) {
      throw new CommandError('Somebody here has proven this address already.');
    }
    return createUser(unit, { name: null, email, isEmailVerified: true });
  });
  return linkFor(command, made.id);
}

async function linkFor({ config, openUnit }: Command, userId: string): Promise<string> {
  const code = await newSignInLink(openUnit(), userId);
  return `${config.publicUrl ?? addressOf(config)}/sign-in/link/${code}`;
}

/** Stores an address as the verified one of a person, or of the owner. */
async function verify(
  { openUnit }: Command,
  email: string,
  id: string | undefined,
): Promise<string> {
  const person = await findPerson(openUnit(), id);
  if (await verifyEmail(openUnit(), person.id, email)) return `${person.id} is ${email} now.`;
  throw new CommandError('Somebody else here has proven this address already.');
}

async function forget({ openUnit }: Command, named: string): Promise<string> {
  const { id } = await findPerson(openUnit(), named);
  const count = await forgetAccounts(openUnit(), id);
  if (count === 0) return `${named} signs in with no account; nothing was disconnected.`;
  // The old account and the next one may belong to different people.
  await endSignInsOf(openUnit(), id);
  return `Disconnected, and signed out everywhere. ${named} can sign in with another account.`;
}
