import { newSignInLink } from '../auth/signIn.js';
import { forgetAccounts } from '../storage/identities.js';
import { createUser, findUserByEmail, setEmail } from '../storage/people.js';
import { endSignInsOf } from '../storage/signIns.js';
import { CommandError, runCommand, type Command } from './command.js';
import { findPerson } from './person.js';

const USAGE = `npm run user -- link [e-mail]    a link that signs in once: that person, who is made if need be, or the owner
npm run user -- owner <e-mail>   the address the owner signs in with
npm run user -- forget <e-mail>  forgets the account that person signs in with elsewhere; the next one with the address counts`;

/** `npm run user`: how people come in where nobody signs them in elsewhere. */
await runCommand(async (command) => {
  const [what, email] = command.args;
  if (email !== undefined && !/^\S+@\S+$/.test(email)) throw new CommandError(USAGE);
  if (what === 'link') return link(command, email?.toLowerCase());
  if (what === 'forget' && email !== undefined) return forget(command, email.toLowerCase());
  if (what === 'owner' && email !== undefined) return name(command, email.toLowerCase());
  throw new CommandError(USAGE);
});

async function link({ config, openUnit }: Command, email: string | undefined): Promise<string> {
  const known = email === undefined ? null : await findUserByEmail(openUnit(), email);
  const person =
    known ??
    (email === undefined
      ? await findPerson(openUnit(), undefined)
      : await createUser(openUnit(), { name: null, email }));
  const code = await newSignInLink(openUnit(), person.id);
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return `${base}/sign-in/link/${code}`;
}

async function name({ openUnit }: Command, email: string): Promise<string> {
  const { id } = await findPerson(openUnit(), undefined);
  if (await findUserByEmail(openUnit(), email)) {
    throw new CommandError('Somebody here has this address already.');
  }
  await setEmail(openUnit(), id, email);
  return `The owner is ${email} now.`;
}

async function forget({ openUnit }: Command, email: string): Promise<string> {
  const person = await findUserByEmail(openUnit(), email);
  if (!person) throw new CommandError('Nobody here has this address.');
  const count = await forgetAccounts(openUnit(), person.id);
  if (count === 0) return `${email} signs in with no account; nothing was forgotten.`;
  // Whoever has the old account need not be who comes with the next one.
  await endSignInsOf(openUnit(), person.id);
  return `Forgotten, and signed out everywhere. ${email} can sign in with another account.`;
}
