import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { rolesThatMay } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { User } from '../../schema/user.js';

/** The fields of a person that not everybody may read: guests see only their own e-mail address. */
@Resolver(() => User)
export class UserFields {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Their e-mail address, for themselves and for members of a workspace they are in.',
  })
  async email(@Root() { id, email }: User, @Ctx() context: Context): Promise<string | null> {
    const caller = await context.caller();
    if (!caller || email === null) return null;
    if (caller.userId === id) return email;
    const asked = { by: caller.userId, roles: rolesThatMay('read'), userId: id };
    return (await context.loaders().isKnown.load(asked)) ? email : null;
  }
}
