import type { Bot } from '../../schema/bot.js';
import { isPublicIdTaken } from '../../storage/bots.js';
import type { Unit } from '../../storage/orm.js';
import { kebabCase } from './kebabCase.js';

/** Characters of the bot's id at the end of a public id. A longer end is tried where the shorter one is taken. */
const TAIL_LENGTHS = [7, 11, 15];

/** A free public id, made of the bot's name and the end of its id (docs/spec-choices.md, "Bots"). */
export async function freePublicId(unit: Unit, bot: Bot): Promise<string> {
  const name = kebabCase(bot.name);
  for (const length of TAIL_LENGTHS) {
    const tail = bot.id.slice(-length);
    const publicId = name === '' ? tail : `${name}-${tail}`;
    if (!(await isPublicIdTaken(unit, publicId))) return publicId;
  }
  return bot.id;
}
