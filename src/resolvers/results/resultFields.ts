import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { mayConverse, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { detailsOf, type Message } from '../../engine/index.js';
import { Answer } from '../../schema/answer.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { ChatStatus, TranscriptRole } from '../../schema/enums.js';
import { File } from '../../schema/file.js';
import { Result } from '../../schema/result.js';
import { ResultLog, TranscriptEntry } from '../../schema/resultParts.js';
import { stageOf } from '../../storage/flowVariants.js';
import type { LoggedTurn } from '../../storage/resultLog.js';
import { Holds } from '../../schema/queryCost.js';
import { findBotFor } from '../findFor.js';

/** The fields of a result that are not columns. */
@Resolver(() => Result)
export class ResultFields {
  @FieldResolver(() => Bot, {
    nullable: true,
    description: 'The bot that was chatted with; null for those who may not read it.',
  })
  async bot(@Root() { botId }: Result, @Ctx() context: Context): Promise<Bot | null> {
    return findBotFor(context, botId, 'read');
  }

  @FieldResolver(() => BotVersion, {
    nullable: true,
    description: 'The version with which it began, while it is known.',
  })
  async version(
    @Root() { botId, flowId }: Result,
    @Ctx() context: Context,
  ): Promise<BotVersion | null> {
    return (await context.loaders().versionOfFlow.load({ botId, flowId })) ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The stage that was chatted with; null for what was live.',
  })
  stage(@Root() { flowId }: Result): string | null {
    return stageOf(flowId);
  }

  @Holds(50)
  @FieldResolver(() => [Answer], { description: 'Oldest first.' })
  async answers(@Root() result: Result, @Ctx() context: Context): Promise<Answer[]> {
    return context.loaders().answersOfResult.load(result);
  }

  @Holds(50)
  @FieldResolver(() => [File], {
    description: 'The files that were uploaded for it, oldest first.',
  })
  async files(@Root() { id }: Result, @Ctx() context: Context): Promise<File[]> {
    return context.loaders().filesOfResult.load(id);
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description:
      'The chat it last came from, to watch it and to answer in it; null for callers who may not answer for the bot, because it is the secret of the chat.',
  })
  async sessionId(
    @Root() { botId, sessionId }: Result,
    @Ctx() context: Context,
  ): Promise<string | null> {
    const caller = signedIn(await context.caller());
    const membership = await context.loaders().place.load({ userId: caller.userId, botId });
    return mayConverse(caller, membership) ? sessionId : null;
  }

  @FieldResolver(() => ChatStatus, {
    nullable: true,
    description:
      'Who answers in the chat it last came from; `CLOSED` once that has ended, null once it is no longer stored.',
  })
  async chatStatus(
    @Root() { sessionId }: Result,
    @Ctx() context: Context,
  ): Promise<ChatStatus | null> {
    return sessionId === null
      ? null
      : ((await context.loaders().chatStatus.load(sessionId)) ?? null);
  }

  @Holds(200)
  @FieldResolver(() => [TranscriptEntry], {
    description: 'The messages, in order, as they were recorded; empty once the result is deleted.',
  })
  async transcript(@Root() { id }: Result, @Ctx() context: Context): Promise<TranscriptEntry[]> {
    return (await context.loaders().logOfResult.load(id)).flatMap(transcriptOf);
  }

  @Holds(50)
  @FieldResolver(() => [ResultLog], { description: 'What was logged meanwhile, in order.' })
  async logs(@Root() { id }: Result, @Ctx() context: Context): Promise<ResultLog[]> {
    const turns = await context.loaders().logOfResult.load(id);
    const lines = turns.flatMap(({ at, turn, events }) =>
      events.flatMap((event) =>
        event.kind === 'log'
          ? [{ ...event.log, details: detailsOf(event), createdAt: at, turn }]
          : [],
      ),
    );
    return lines.map(({ details = null, blockId = null, groupId = null, ...line }, index) => ({
      ...{ logId: `${id}.${index + 1}`, resultId: id },
      ...{ ...line, details, blockId, groupId },
    }));
  }
}

/** The messages of a turn. The visitor's message appears as it was parsed, such as the label of an item instead of its id. */
function transcriptOf({ at, events }: LoggedTurn): TranscriptEntry[] {
  const end = events.findLast((event) => event.kind === 'turnEnd');
  const lastMessage = events.findLast((event) => event.kind === 'heard');
  return events.flatMap((event): TranscriptEntry[] => {
    if (event.kind === 'message') {
      const role = event.isFromAgent ? TranscriptRole.AGENT : TranscriptRole.BOT;
      const { agent } = event;
      const by = agent ? { userId: agent.id, name: agent.name } : null;
      return [{ ...spoken(event.message), role, agent: by, at }];
    }
    if (event.kind !== 'heard') return [];
    const understood = event === lastMessage ? end?.lastMessageNewFormat : undefined;
    const { blockId = null, text } = event;
    const words = { text: understood ?? text, mediaUrl: null };
    return [{ role: TranscriptRole.USER, type: 'text', ...words, blockId, agent: null, at }];
  });
}

function spoken({ id, type, content }: Message): Omit<TranscriptEntry, 'at' | 'role' | 'agent'> {
  const { plainText, url } = content;
  return {
    type,
    text: typeof plainText === 'string' ? plainText : null,
    mediaUrl: typeof url === 'string' ? url : null,
    blockId: id,
  };
}
