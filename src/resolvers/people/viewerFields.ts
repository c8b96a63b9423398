import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import { accessAccount } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { ApiToken } from '../../schema/apiToken.js';
import { SignIn } from '../../schema/signIn.js';
import { listSignIns, MOST_LISTED } from '../../storage/clientSignIns.js';
import { listTokens } from '../../storage/tokens.js';
import { Viewer } from './viewer.js';
import { Holds } from '../../schema/queryCost.js';

/** The fields that only the caller sees. */
@Resolver(() => Viewer)
export class ViewerFields {
  @Holds(100)
  @FieldResolver(() => [ApiToken], {
    description: 'Their tokens that were not revoked, oldest first.',
  })
  async apiTokens(@Ctx() context: Context): Promise<ApiToken[]> {
    const { userId } = accessAccount(await context.caller(), 'read');
    return listTokens(context.openUnit(), userId);
  }

  @Holds(MOST_LISTED)
  @FieldResolver(() => [SignIn], {
    description: 'The dashboards and programs they are signed in to, newest first; 100 at most.',
  })
  async signIns(@Ctx() context: Context): Promise<SignIn[]> {
    const { userId } = accessAccount(await context.caller(), 'read');
    return listSignIns(context.openUnit(), userId);
  }
}
