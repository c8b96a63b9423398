import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { BotTest as WrittenTest } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { BotTestDocument } from '../../schema/botTest.js';
import { Field, NullableField } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { recordTest } from '../../simulation/recordTest.js';
import { simulatedBot } from '../../simulation/simulatedBot.js';
import { loadChat, type ChatRow } from '../../storage/hot/chats.js';
import { chatOfResult } from '../../storage/waitingChats.js';
import { MutationInput } from '../mutationInput.js';
import { keptChatOf } from './keptChatOf.js';

/** How long the chat may be had again, in milliseconds. */
const MOST_TIME = 20_000;

@InputType({ description: 'The chat that a test is made of: either `sessionId` or `resultId`.' })
class RecordBotTestInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @NullableField(() => ID, 'A preview of the bot.') sessionId?: string | null;
  @NullableField(() => ID, 'A result, for its last chat.') resultId?: string | null;

  @NullableField(() => Name, 'The name of the test; absent: when the chat began.')
  name?: string | null;
}

@ObjectType({ description: 'The payload of making a test of a chat.' })
class RecordBotTestPayload extends Payload {
  @NullableField(() => BotTestDocument, 'The test, which is not stored: `saveBotTest` does that.')
  test?: WrittenTest;

  @Holds(10)
  @NullableField(() => [String], {
    description: 'What is other than in the chat, and what has to be filled in; at most 50.',
  })
  notes?: readonly string[];
}

/** Makes a test of a chat that took place. Nothing leaves the server, and nothing is stored. */
@Resolver()
export class RecordBotTest {
  @Mutation(() => RecordBotTestPayload, {
    description:
      'Makes a test of a preview, or of the chat of a result: with its answers, stubs for what services answered, and what the bot said. It passes with the flow of that chat. Secrets are left out; of a result, texts and addresses of the visitor are replaced. Nothing leaves the server, and nothing is stored.',
  })
  async recordBotTest(
    @Arg('input', () => RecordBotTestInput, { description: 'Which chat.' })
    input: RecordBotTestInput,
    @Ctx() context: Context,
  ): Promise<Partial<RecordBotTestPayload>> {
    const { botId } = input;
    const caller = await context.caller();
    const row = await findChat(context, input);
    const { flow, ...chat } = await keptChatOf(context, row);
    const name = input.name ?? `Chat of ${chat.beganAt.toISOString()}`;
    const end = context.simulations.begin(caller?.userId);
    try {
      return await recordTest(simulatedBot(context, { botId, flow }, MOST_TIME), {
        ...{ name, chat, isPreview: row.isPreview },
        masked: row.isPreview ? ['SECRETS'] : ['TEXTS', 'PERSONAL'],
      });
    } finally {
      end();
    }
  }
}

/** The chat, for a caller who may read it: previews with the bot, others with its results. */
async function findChat(
  context: Context,
  { botId, sessionId, resultId }: RecordBotTestInput,
): Promise<ChatRow> {
  const caller = await context.caller();
  const isPreview = typeof sessionId === 'string';
  const intent = isPreview ? 'read' : 'readResults';
  await accessBot(context.openUnit(), { caller, botId, intent });
  if (isPreview === (typeof resultId === 'string')) {
    throw invalid([{ path: ['sessionId'], message: 'Send either sessionId or resultId' }]);
  }
  const missing = isPreview ? 'SESSION_NOT_FOUND' : 'RESULT_NOT_FOUND';
  const { watchPool } = context.chats;
  const found = sessionId ?? (await chatOfResult(watchPool, botId, resultId ?? ''));
  const row = found === undefined ? undefined : await loadChat(watchPool, found);
  if (row?.botId !== botId || row.isPreview !== isPreview) throw commonFailure(missing);
  return row;
}
