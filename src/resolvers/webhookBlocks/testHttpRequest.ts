import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import { testRequest } from '../../chat/testRequest.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Holds } from '../../schema/queryCost.js';
import { Json, PrefilledVariables } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { draftOf } from '../bots/draftOf.js';
import { WebhookBlockInput } from './subscribeWebhook.js';
import { webhookBlockOf } from './webhookBlockOf.js';

@InputType({ description: 'Which block, and values for its variables.' })
class TestHttpRequestInput extends WebhookBlockInput {
  @Field(() => PrefilledVariables, {
    nullable: true,
    description: 'Values for variables, by name; they win over those that the block has for tests.',
  })
  variables?: Record<string, unknown> | null;
}

@ObjectType({ description: 'What the request of a block was answered with.' })
class TestHttpRequestPayload extends Payload {
  @Field(() => Int, { nullable: true, description: 'The status, as the block would get it.' })
  statusCode?: number;

  @Field(() => Json, {
    nullable: true,
    description: 'The body: parsed where it is JSON, else text.',
  })
  data?: unknown;

  @Field(() => String, {
    nullable: true,
    description: 'Why there was no response; empty where there was one.',
  })
  error?: string;

  @Holds(200)
  @Field(() => [String], {
    nullable: true,
    description:
      'Paths into the response as `responseVariableMapping` takes them, such as `data.items[0].name`; the first 200.',
  })
  paths?: readonly string[];
}

/** Sends the request of a block, so that its author sees which parts of the response can be saved to variables. */
@Resolver()
export class TestHttpRequest {
  @Mutation(() => TestHttpRequestPayload, {
    description: 'Sends the request of a block of the draft once, and gives the response.',
  })
  async testHttpRequest(
    @Arg('input', () => TestHttpRequestInput, {
      description: 'Which block, and values for its variables.',
    })
    { botId, blockId, variables }: TestHttpRequestInput,
    @Ctx() context: Context,
  ): Promise<Partial<TestHttpRequestPayload>> {
    const caller = await context.caller();
    const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'write' });
    const definition = await draftOf(bot, context);
    webhookBlockOf(definition, blockId);
    const values = variables ?? {};
    const tested = await testRequest(context.chats, { botId, definition, blockId, values });
    if (tested) return tested;
    throw invalid([{ path: ['blockId'], message: 'The request of this block has no address' }]);
  }
}
