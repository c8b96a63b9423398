import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessAccount, accessWorkspace } from '../../auth/access.js';
import { hashOf, newToken, shownPartOf } from '../../auth/token.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { ApiToken } from '../../schema/apiToken.js';
import { TokenScope } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { saveToken } from '../../storage/tokens.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'The token to make.' })
class CreateApiTokenInput extends MutationInput {
  @Field(() => Name, 'What to call it.') name: string;

  @NullableField(() => [TokenScope], 'What it may be used for; absent: all that you may do.')
  scopes?: TokenScope[] | null;

  @NullableField(() => ID, 'The one workspace it may be used in; absent: all of yours.')
  workspaceId?: string | null;

  @NullableField(() => Date, 'Until when it works; absent: until it is revoked.')
  expiresAt?: Date | null;
}

@ObjectType({ description: 'What making a token answers with.' })
export class ApiTokenPayload extends Payload {
  @NullableField(() => ApiToken, 'The token as it is listed.') apiToken?: ApiToken;

  @NullableField(() => String, {
    description: 'The token itself, shown only here: send it as `Authorization: Bearer …`.',
  })
  secret?: string;
}

/** Creates an API token for the caller. A limited token cannot create one with more rights (docs/spec-choices.md, "Tokens and rights"). */
@Resolver()
export class CreateApiToken {
  @Mutation(() => ApiTokenPayload, { description: 'Makes a token for your programs, shown once.' })
  async createApiToken(
    @Arg('input', () => CreateApiTokenInput, { description: 'The token to make.' })
    input: CreateApiTokenInput,
    @Ctx() context: Context,
  ): Promise<Partial<ApiTokenPayload>> {
    const caller = accessAccount(await context.caller(), 'write');
    const unit = context.openUnit();
    const { name, expiresAt = null, workspaceId = null } = input;
    const scopes = input.scopes ? [...new Set(input.scopes)] : null;
    assertUseful({ scopes, expiresAt });
    if (
      caller.scopes &&
      (scopes ?? Object.values(TokenScope)).some((scope) => !caller.scopes?.includes(scope))
    ) {
      throw invalid([
        { path: ['scopes'], message: 'Cannot be more than the scopes of the token you use' },
      ]);
    }
    if (workspaceId !== null) await accessWorkspace(unit, { caller, workspaceId, intent: 'see' });
    const secret = newToken();
    const stored = { name, scopes, workspaceId, expiresAt, userId: caller.userId };
    const prefix = shownPartOf(secret);
    return { apiToken: await saveToken(unit, { ...stored, prefix, hash: hashOf(secret) }), secret };
  }
}

function assertUseful({ scopes, expiresAt }: Pick<ApiToken, 'scopes' | 'expiresAt'>): void {
  if (scopes?.length === 0) {
    throw invalid([
      { path: ['scopes'], message: 'Send at least one scope, or leave `scopes` out' },
    ]);
  }
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw invalid([{ path: ['expiresAt'], message: 'Must be in the future' }]);
  }
}
