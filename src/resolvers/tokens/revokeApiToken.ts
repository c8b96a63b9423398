import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessAccount, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { Field } from '../../schema/field.js';
import { revokeToken } from '../../storage/tokens.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which token.' })
class RevokeApiTokenInput extends MutationInput {
  @Field(() => ID, 'The token.') tokenId: string;
}

/** Revokes a token of the caller at once and closes the sockets opened with it. Any token may revoke itself. */
@Resolver()
export class RevokeApiToken {
  @Mutation(() => DeletePayload, {
    description: 'Ends one of your tokens at once, with the sockets opened by it.',
  })
  async revokeApiToken(
    @Arg('input', () => RevokeApiTokenInput, { description: 'Which token.' })
    { tokenId }: RevokeApiTokenInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const caller = signedIn(await context.caller());
    if (caller.tokenId !== tokenId) accessAccount(caller, 'write');
    if (!(await revokeToken(context.openUnit(), caller.userId, tokenId))) {
      throw new Failure('TOKEN_NOT_FOUND', 'Token not found');
    }
    context.wakeUps.announce(tokenId);
    return { deletedId: tokenId };
  }
}
