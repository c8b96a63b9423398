import type { Bot, BotVersion } from '../../schema/bot.js';
import type { Unit } from '../../storage/orm.js';
import { endSplit } from '../../storage/splits.js';
import { tellWebhooks } from '../../storage/webhookEvents.js';
import { freePublicId } from '../bots/freePublicId.js';
import { publishedEvent } from '../bots/publishedEvent.js';

/** Makes all new chats run a version of a bot whose row is locked, and tells webhooks. Returns the id of the version that was live. */
export async function goLive(unit: Unit, bot: Bot, version: BotVersion): Promise<string | null> {
  const before = bot.liveVersionId;
  bot.liveVersionId = version.id;
  await endSplit(unit, bot);
  bot.publicId ??= await freePublicId(unit, bot);
  await tellWebhooks(unit, publishedEvent(version, bot));
  return before;
}
