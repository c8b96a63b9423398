import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import { newWebhookSecret, sealWebhookSecrets } from '../../auth/webhookSecrets.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid } from '../../errors/errors.js';
import { WebhookEventType } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { Webhook } from '../../schema/webhook.js';
import { WebUrl } from '../../schema/webUrl.js';
import { isBotOf } from '../../storage/bots.js';
import type { Unit } from '../../storage/orm.js';
import { countWebhooks, createWebhook, newWebhookId } from '../../storage/webhooks.js';
import { MutationInput } from '../mutationInput.js';
import { assertReachable } from './assertReachable.js';

@InputType({ description: 'The webhook to create.' })
class CreateWebhookInput extends MutationInput {
  @Field(() => ID, 'The workspace it is for.') workspaceId: string;

  @NullableField(() => ID, {
    description: 'A bot of the workspace, to receive the events of that one only; absent: of all.',
  })
  botId?: string | null;

  @Field(() => WebUrl, 'Where to send events.') url: string;
  @Field(() => [WebhookEventType], 'What to tell it of.') eventTypes: WebhookEventType[];
}

@ObjectType({ description: 'A webhook with a new secret.' })
export class WebhookSecretPayload extends Payload {
  @NullableField(() => Webhook, 'The webhook.') webhook?: Webhook;

  @NullableField(() => String, 'The secret by which receivers verify requests; shown this once.')
  secret?: string;
}

/** Webhooks of a workspace, at most: each turn of its bots writes to all of them. */
const MAX_WEBHOOKS = 20;

/** Creates a webhook, which receives events from now on. */
@Resolver()
export class CreateWebhook {
  @Mutation(() => WebhookSecretPayload, {
    description: 'Creates a webhook, which receives what happens from now on.',
  })
  async createWebhook(
    @Arg('input', () => CreateWebhookInput, { description: 'The webhook to create.' })
    { workspaceId, botId = null, url, eventTypes }: CreateWebhookInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookSecretPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    assertReachable(context, url);
    await assertPossible(unit, workspaceId, botId);
    const id = newWebhookId();
    const secret = newWebhookSecret();
    const sealed = await sealWebhookSecrets(context.secrets, { id, workspaceId }, [secret]);
    const target = { url, eventTypes: [...new Set(eventTypes)] };
    const webhook = await createWebhook(unit, { id, workspaceId, botId, ...target, ...sealed });
    return { webhook, secret };
  }
}

async function assertPossible(
  unit: Unit,
  workspaceId: string,
  botId: string | null,
): Promise<void> {
  if (botId !== null && !(await isBotOf(unit, workspaceId, botId))) {
    throw commonFailure('BOT_NOT_FOUND');
  }
  if ((await countWebhooks(unit, workspaceId)) < MAX_WEBHOOKS) return;
  const message = `A workspace can have ${MAX_WEBHOOKS} webhooks; delete one that is not needed`;
  throw invalid([{ path: ['workspaceId'], message }]);
}
