import type { Bot } from '../../schema/bot.js';
import { isPublicIdTaken } from '../../storage/bots.js';
import type { Unit } from '../../storage/orm.js';
import { kebabCase } from './kebabCase.js';

/** How many characters of the bot's id a public id ends with; more are taken when that is not unique. */
const TAIL_LENGTHS = [7, 11, 15];

/** A public id nobody has, made of the bot's name and the end of its id (choices, "Authoring"). */
export async function freePublicId(unit: Unit, bot: Bot): Promise<string> {
  const name = kebabCase(bot.name);
  for (const length of TAIL_LENGTHS) {
    const tail = bot.id.slice(-length);
    const publicId = name === '' ? tail : `${name}-${tail}`;
    if (!(await isPublicIdTaken(unit, publicId))) return publicId;
  }
  return bot.id;
}
