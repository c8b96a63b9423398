import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot, signedIn } from '../../auth/access.js';
import type { Context } from '../../context.js';
import { Bot } from '../../schema/bot.js';
import { BotVersion } from '../../schema/botVersion.js';
import { ShortText } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { addVersion, changeBot, isPublicIdTaken } from '../../storage/bots.js';
import type { Unit } from '../../storage/orm.js';
import { MutationInput } from '../mutationInput.js';

@InputType()
class PublishBotInput extends MutationInput {
  @Field(() => ID)
  botId: string;

  @Field(() => ShortText, { nullable: true, description: 'What to call the version.' })
  label?: string | null;
}

@ObjectType()
class PublishPayload extends Payload {
  @Field(() => Bot, { nullable: true })
  bot?: Bot;

  @Field(() => BotVersion, {
    nullable: true,
    description: 'The version new chats run from now on.',
  })
  version?: BotVersion;
}

/** How many characters of the bot's id a public id ends with; more are taken when that is not unique. */
const TAIL_LENGTHS = [7, 11, 15];

/**
 * Makes the draft what new chats run: an immutable numbered version. A bot without a public id gets one, made of its
 * name and the end of its id (choices, "Authoring").
 */
@Resolver()
export class PublishBot {
  @Mutation(() => PublishPayload, {
    description: 'Makes the draft what new chats run, as an immutable numbered version.',
  })
  async publishBot(
    @Arg('input', () => PublishBotInput) input: PublishBotInput,
    @Ctx() context: Context,
  ): Promise<Partial<PublishPayload>> {
    const unit = context.openUnit();
    const caller = signedIn(await context.caller());
    const { botId, label = null } = input;
    await accessBot(unit, { caller, botId, intent: 'write' });
    let version: BotVersion | undefined;
    const bot = await changeBot(unit, botId, async (stored, inner) => {
      const { id: flowId } = await context.chats.flows.save(stored.draft);
      version = await addVersion(inner, { botId, flowId, authorId: caller.userId, label });
      stored.liveVersionId = version.id;
      stored.publicId ??= await freePublicId(inner, stored);
    });
    return { bot, ...(version && { version }) };
  }
}

async function freePublicId(unit: Unit, bot: Bot): Promise<string> {
  const name = kebabCase(bot.name);
  for (const length of TAIL_LENGTHS) {
    const tail = bot.id.slice(-length);
    const publicId = name === '' ? tail : `${name}-${tail}`;
    if (!(await isPublicIdTaken(unit, publicId))) return publicId;
  }
  return bot.id;
}

function kebabCase(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 200).replace(/-$/, '');
}
