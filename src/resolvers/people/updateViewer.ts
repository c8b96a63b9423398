import { Arg, Ctx, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessAccount } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { NullableField } from '../../schema/field.js';
import { Name } from '../../schema/scalars.js';
import { User } from '../../schema/user.js';
import { Payload } from '../../schema/userError.js';
import { renameUser } from '../../storage/people.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'What to change of the caller.' })
class UpdateViewerInput extends MutationInput {
  @NullableField(() => Name, 'What to be called; null is nothing, absent is unchanged.')
  name?: string | null;
}

@ObjectType({ description: 'The payload of changing the caller.' })
class UserPayload extends Payload {
  @NullableField(() => User, 'The person as they are now.') user?: User;
}

/** Changes the name of the caller. They cannot change their e-mail address, because it signs them in. */
@Resolver()
export class UpdateViewer {
  @Mutation(() => UserPayload, { description: 'Changes what you are called.' })
  async updateViewer(
    @Arg('input', () => UpdateViewerInput, { description: 'What is to change.' })
    { name }: UpdateViewerInput,
    @Ctx() context: Context,
  ): Promise<Partial<UserPayload>> {
    const { userId } = accessAccount(await context.caller(), 'write');
    return { user: await renameUser(context.openUnit(), userId, name) };
  }
}
