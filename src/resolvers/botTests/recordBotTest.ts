import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { upgradeSession, type Flow, type BotTest as WrittenTest } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Failure, invalid } from '../../errors/errors.js';
import { outageIn } from '../../errors/outage.js';
import { loggedChat } from '../../simulation/loggedChat.js';
import type { KeptChat } from '../../simulation/replayChat.js';
import { readReplay } from '../../storage/chatReplays.js';
import { EVENTS_PER_PAGE, readEvents, type NumberedEvent } from '../../storage/events.js';
import { type ChatRow, loadChat } from '../../storage/hot/chats.js';
import { accessBot } from '../../auth/access.js';
import { BotTestDocument } from '../../schema/botTest.js';
import { Field, NullableField } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { recordTest } from '../../simulation/recordTest.js';
import { simulatedBot } from '../../simulation/simulatedBot.js';
import { chatOfResult } from '../../storage/waitingChats.js';
import { MutationInput } from '../mutationInput.js';

/** A chat that took place, and the flow that it ran. */
interface FoundChat extends KeptChat {
  readonly flow: Flow;
  readonly beganAt: Date;
}

/** The most events that are read of the log. */
const MOST_EVENTS = 2_000;

/** A chat as it was kept to be run again, or else as its log tells it. Fails with `SESSION_NOT_FOUND` where nothing was kept. */
async function keptChatOf(context: Context, row: ChatRow): Promise<FoundChat> {
  const { watchPool: pool, chatReplayDays } = context.chats;
  const { id: sessionId, botId, resultId } = row;
  const { stack, settings } = upgradeSession(row.state);
  if (settings.branchedFrom) {
    throw new Failure('CHAT_NOT_RECORDABLE', 'This preview goes on from another; record that one');
  }
  const turns = await readReplay(pool, sessionId, chatReplayDays);
  const [{ record } = {}] = turns;
  if (record?.start) {
    const flow = await flowWith(context, 'flowId' in record.start ? record.start : stack[0]);
    return { sessionId, turns, flow, beganAt: new Date(record.beganAt) };
  }
  const events = await readLog(context, sessionId);
  const [begin] = events;
  if (!begin) throw commonFailure('SESSION_NOT_FOUND');
  const flow = await flowWith(context, stack[0]);
  const start = {
    ...{ flowId: flow.id, botId, resultId: resultId ?? undefined, isStreamEnabled: false },
    timeZone: settings.timeZone,
  };
  return { ...loggedChat(sessionId, start, events), flow, beganAt: begin.at };
}

async function flowWith(
  { chats }: Context,
  { flowId }: { readonly flowId: string } = { flowId: '' },
): Promise<Flow> {
  try {
    return await chats.flows.load(flowId);
  } catch (error) {
    if (outageIn(error)) throw error;
    throw new Failure('CHAT_NOT_RECORDABLE', 'The flow that the chat ran is no longer stored');
  }
}

async function readLog({ chats }: Context, sessionId: string): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  while (events.length < MOST_EVENTS) {
    const after = events.at(-1)?.seq ?? 0;
    const page = await readEvents(chats.watchPool, sessionId, { after, limit: EVENTS_PER_PAGE });
    if (page.length === 0) break;
    events.push(...page);
  }
  return events;
}

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
