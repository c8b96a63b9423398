import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { Failure } from '../errors.js';
import { Bot } from '../schema/bot.js';
import { BotVersion } from '../schema/botVersion.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** What a new bot is made of; the rest has its first value. */
export type BotMade = Pick<Bot, 'workspaceId' | 'name' | 'draft'> &
  Partial<
    Pick<
      Bot,
      | 'folderId'
      | 'icon'
      | 'publicId'
      | 'customDomain'
      | 'selectedThemeTemplateId'
      | 'resultsTablePreferences'
    >
  >;

/** Stores a new bot. A taken public id or domain is `PUBLIC_ID_TAKEN` or `DOMAIN_TAKEN`. */
export async function createBot(unit: Unit, made: BotMade): Promise<Bot> {
  const now = new Date();
  const bot = unit.create(Bot, {
    folderId: null,
    icon: null,
    publicId: null,
    customDomain: null,
    selectedThemeTemplateId: null,
    resultsTablePreferences: null,
    ...made,
    id: newId('bot'),
    messengerCredentialsId: null,
    riskLevel: null,
    isArchived: false,
    isClosed: false,
    revision: 1,
    liveVersionId: null,
    createdAt: now,
    updatedAt: now,
  });
  await saying(unit.flush());
  return bot;
}

/**
 * Changes a bot with its row locked, so that two writers take turns and neither loses what the other wrote.
 * `change` sees the bot as it is now, may throw to leave it so, and its edits are stored with the next revision.
 */
export async function changeBot(
  unit: Unit,
  botId: string,
  change: (bot: Bot, unit: Unit) => Promise<void>,
): Promise<Bot> {
  return saying(
    unit.transactional(async (inner) => {
      const bot = await inner.findOneOrFail(
        Bot,
        { id: botId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['draft'], refresh: true },
      );
      await change(bot, inner);
      bot.revision += 1;
      bot.updatedAt = new Date();
      return bot;
    }),
  );
}

/** Adds the next version of a bot whose row is locked. */
export async function addVersion(
  unit: Unit,
  made: Pick<BotVersion, 'botId' | 'flowId' | 'authorId' | 'label'>,
): Promise<BotVersion> {
  const last = await unit.findOne(
    BotVersion,
    { botId: made.botId },
    { orderBy: { number: 'desc' } },
  );
  const version = unit.create(BotVersion, {
    ...made,
    id: newId('ver'),
    number: (last?.number ?? 0) + 1,
    createdAt: new Date(),
  });
  await unit.flush();
  return version;
}

/** The version a bot runs live, if it was published. */
export async function findLiveVersion(unit: Unit, bot: Bot): Promise<BotVersion | null> {
  return bot.liveVersionId === null ? null : unit.findOne(BotVersion, { id: bot.liveVersionId });
}

/** Whether some bot of this server holds the public id. */
export async function isPublicIdTaken(unit: Unit, publicId: string): Promise<boolean> {
  return (await unit.count(Bot, { publicId })) > 0;
}

/** Says a broken uniqueness rule in words of ours. */
async function saying<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    if (error.message.includes('public_id')) throw taken('PUBLIC_ID_TAKEN', 'publicId');
    if (error.message.includes('custom_domain')) throw taken('DOMAIN_TAKEN', 'customDomain');
    throw error;
  }
}

function taken(reason: 'PUBLIC_ID_TAKEN' | 'DOMAIN_TAKEN', field: string): Failure {
  const message = `This ${field} is taken by another bot`;
  return new Failure(reason, message, [{ path: ['bot', field], message }]);
}
