import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { Bot } from '../../schema/bot.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';
import { Json } from '../../schema/scalars.js';
import { Webhook } from '../../schema/webhook.js';
import { sentTypeOf } from '../../schema/webhookBody.js';
import { WebhookDelivery, WebhookDeliveryConnection } from '../../schema/webhookDelivery.js';
import { Workspace } from '../../schema/workspace.js';
import { findBotFor, findWorkspaceFor } from '../findFor.js';
import { loadOrdered, orderOf } from '../orderedPage.js';
import { connectionFrom, NewestFirstArgs, positionInCursor, sliceOf } from '../pageArgs.js';

/** The webhooks of a workspace. */
@Resolver(() => Workspace)
export class WorkspaceWebhooks {
  @Holds(20)
  @FieldResolver(() => [Webhook], {
    nullable: true,
    description: 'Its webhooks, oldest first; for admins.',
  })
  async webhooks(@Root() { id }: Workspace, @Ctx() context: Context): Promise<Webhook[]> {
    if (await findWorkspaceFor(context, id, 'administer')) {
      return context.loaders().webhooks.load(id);
    }
    throw new Failure('FORBIDDEN', 'Only an admin of the workspace may read this');
  }
}

/** The fields of a webhook that are not columns. Only admins of its workspace can load a webhook. */
@Resolver(() => Webhook)
export class WebhookFields {
  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace it belongs to; null for those who do not.',
  })
  async workspace(
    @Root() { workspaceId }: Webhook,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'see');
  }

  @FieldResolver(() => Bot, {
    nullable: true,
    description:
      'The one bot whose events it receives; null where that is every bot of the workspace.',
  })
  async bot(@Root() { botId }: Webhook, @Ctx() context: Context): Promise<Bot | null> {
    return botId === null ? null : findBotFor(context, botId, 'read');
  }

  @Costs(STATEMENT)
  @FieldResolver(() => WebhookDeliveryConnection, {
    description: 'What was sent to it or waits to be; kept for 7 days after the end.',
  })
  async deliveries(
    @Root() { id }: Webhook,
    @Args(() => NewestFirstArgs) args: NewestFirstArgs,
    @Ctx() context: Context,
  ): Promise<WebhookDeliveryConnection> {
    const slice = sliceOf(args, positionInCursor);
    const page = await loadOrdered(orderOf(args.orderBy), slice, (query) =>
      context.loaders().webhookDeliveries.load({ of: id, query }),
    );
    return connectionFrom(page, ({ position }) => position);
  }
}

/** The fields of a delivery that are not columns. */
@Resolver(() => WebhookDelivery)
export class WebhookDeliveryFields {
  @FieldResolver(() => Webhook, {
    nullable: true,
    description: 'The webhook it is for; null once it is deleted.',
  })
  async webhook(
    @Root() { webhookId }: WebhookDelivery,
    @Ctx() context: Context,
  ): Promise<Webhook | null> {
    return (await context.loaders().webhook.load(webhookId)) ?? null;
  }

  @FieldResolver(() => Json, { description: 'The body of the request.' })
  payload(@Root() { eventType, createdAt, data }: WebhookDelivery): unknown {
    return { type: sentTypeOf(eventType), timestamp: createdAt, data };
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description:
      'Not before then the next attempt is made, or looked whether earlier events of the chat are done; null when it is done.',
  })
  nextAttemptAt(@Root() { dueAt }: WebhookDelivery): Date | null {
    return dueAt;
  }
}
