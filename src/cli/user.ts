import { newSignInLink } from '../auth/signIn.js';
import { createUser, findUserByEmail, setEmail } from '../storage/people.js';
import { CommandError, runCommand, type Command } from './command.js';
import { findPerson } from './person.js';

const USAGE = `npm run user -- link [e-mail]    a link that signs in once: that person, who is made if need be, or the owner
npm run user -- owner <e-mail>   the address the owner signs in with`;

/** `npm run user`: how people come in where nobody signs them in elsewhere. */
await runCommand(async (command) => {
  const [what, email] = command.args;
  if (email !== undefined && !/^\S+@\S+$/.test(email)) throw new CommandError(USAGE);
  if (what === 'link') return link(command, email?.toLowerCase());
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
