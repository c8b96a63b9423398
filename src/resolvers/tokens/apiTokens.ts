import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import { ApiToken } from '../../schema/apiToken.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../findFor.js';
import { accessAccount, accessWorkspace, signedIn } from '../../auth/access.js';
import { hashOf, newToken, shownPartOf } from '../../auth/token.js';
import { invalid, Failure } from '../../errors/errors.js';
import { TokenScope } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { saveToken, revokeToken } from '../../storage/tokens.js';
import { MutationInput } from '../mutationInput.js';
import { DeletePayload } from '../deletePayload.js';

/** The fields of a token that are not columns. */
@Resolver(() => ApiToken)
export class ApiTokenFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The one workspace it may be used in; null for all, and once you have left it.',
  })
  async workspace(
    @Root() { workspaceId }: ApiToken,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return workspaceId === null ? null : findWorkspaceFor(context, workspaceId, 'see');
  }
}

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

@InputType({ description: 'Which token.' })
class RevokeApiTokenInput extends MutationInput {
  @Field(() => ID, 'The token.') tokenId: string;
}

/** Creates and revokes tokens of programs. */
@Resolver()
export class ApiTokenMutations {
  /** Creates an API token for the caller. A limited token cannot create one with more rights (docs/spec-choices.md, "Tokens and rights"). */
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

  /** Revokes a token of the caller at once and closes the sockets opened with it. Any token may revoke itself. */
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
