import type { User } from '../schema/user.js';
import type { Unit } from '../storage/orm.js';
import { findUserByEmail } from '../storage/people.js';
import { findOwner } from '../storage/tokens.js';
import { CommandError } from './command.js';

/** The person with this e-mail address; the owner of the server when none is named. */
export async function findPerson(unit: Unit, email: string | undefined): Promise<User> {
  if (email !== undefined) {
    const user = await findUserByEmail(unit, email.toLowerCase());
    if (user) return user;
    throw new CommandError(`Nobody here has the address ${email}.`);
  }
  const owner = await findOwner(unit);
  if (owner) return owner;
  throw new CommandError('There is no owner yet: start the server once.');
}
