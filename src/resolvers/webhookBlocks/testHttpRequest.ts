import { Arg, Ctx, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import { type RequestFailure, testRequest } from '../../chat/testRequest.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { enumOf } from '../../schema/enums.js';
import { NullableField } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { Json, PrefilledVariables } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { draftOf } from '../bots/draftOf.js';
import { WebhookBlockInput, webhookBlockOf } from './webhookBlocks.js';

@InputType({ description: 'Which block, and values for its variables.' })
class TestHttpRequestInput extends WebhookBlockInput {
  @NullableField(() => PrefilledVariables, {
    description: 'Values for variables, by name; they win over those that the block has for tests.',
  })
  variables?: Record<string, unknown> | null;
}

const RequestFailureEnum = enumOf('RequestFailure', 'Why a request had no response.', {
  BLOCKED:
    'This server does not request the address. The operator can allow a private host with `OUTBOUND_ALLOWED_HOSTS`.',
  BAD_REQUEST: 'The request cannot be sent as it is.',
  TIMEOUT: 'It took too long.',
  NETWORK: 'The other server could not be reached, or broke off.',
  TOO_LARGE: 'The response is too large.',
  STOPPED: 'The request was stopped here.',
});

const FAILURES: Readonly<Record<RequestFailure, keyof typeof RequestFailureEnum>> = {
  blocked: 'BLOCKED',
  badRequest: 'BAD_REQUEST',
  timeout: 'TIMEOUT',
  network: 'NETWORK',
  tooLarge: 'TOO_LARGE',
  stopped: 'STOPPED',
};

@ObjectType({ description: 'What the request of a block was answered with.' })
class TestHttpRequestPayload extends Payload {
  @NullableField(() => Int, 'The status, as the block would get it.') statusCode?: number;
  @NullableField(() => Json, 'The body: parsed where it is JSON, else text.') data?: unknown;

  @NullableField(() => String, 'Why there was no response; empty where there was one.')
  error?: string;

  @NullableField(
    () => RequestFailureEnum,
    'Why there was no response, for programs; null where there was one.',
  )
  failure?: keyof typeof RequestFailureEnum | null;

  @Holds(200)
  @NullableField(() => [String], {
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
    if (tested) return { ...tested, failure: tested.failure ? FAILURES[tested.failure] : null };
    throw invalid([{ path: ['blockId'], message: 'The request of this block has no address' }]);
  }
}
