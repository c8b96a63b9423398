import { Arg, Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import type { Bot } from '../../schema/bot.js';
import { isPublicIdTaken } from '../../storage/bots.js';
import type { Unit } from '../../storage/orm.js';
import { signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { publicIdSchema } from '../../engine/index.js';
import { Field, NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { randomText } from '../../storage/newId.js';

/** In characters. */
const MAX_LENGTH = 200;

/** Converts a name for use in an address: lower-case ASCII words joined by dashes. The result may be empty. */
function kebabCase(name: string): string {
  // Long names are cut first: sorting combining marks takes time quadratic in their number.
  const beginning = name.slice(0, 2 * MAX_LENGTH).normalize('NFKD');
  const words =
    beginning
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, MAX_LENGTH).replace(/-$/, '');
}

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

@ObjectType({ description: 'Whether a bot can take a public id.' })
class PublicIdCheck {
  @Field(() => String, 'The id that was asked about.') publicId: string;

  @Field(() => Boolean, 'Whether it is made as public ids are, and no address of this server.')
  isValid: boolean;

  @Field(() => Boolean, 'Whether a bot can take it now: valid, and nobody has it.')
  isAvailable: boolean;

  @NullableField(() => String, 'One like it that is free; null when this one is.')
  suggestion: string | null;
}

/** Checks whether a public id is valid and free, and suggests a free one otherwise. */
@Resolver()
export class CheckPublicId {
  @Query(() => PublicIdCheck, {
    description: 'Whether a public id is well made and free, and one that is when it is not.',
  })
  async publicIdCheck(
    @Arg('publicId', () => ShortText, { description: 'The id to ask about.' }) publicId: string,
    @Ctx() context: Context,
  ): Promise<PublicIdCheck> {
    signedIn(await context.caller());
    const isMade = (id: string) => publicIdSchema.safeParse(id).success;
    const isFree = async (id: string) =>
      isMade(id) && !(await isPublicIdTaken(context.openUnit(), id));
    const isValid = isMade(publicId);
    const isAvailable = await isFree(publicId);
    const suggestion = isAvailable ? null : await suggest(publicId, isFree);
    return { publicId, isValid, isAvailable, suggestion };
  }
}

async function suggest(
  publicId: string,
  isFree: (id: string) => Promise<boolean>,
): Promise<string> {
  const name = kebabCase(publicId) || 'bot';
  if (name !== publicId && (await isFree(name))) return name;
  return `${name}-${randomText(7)}`;
}
