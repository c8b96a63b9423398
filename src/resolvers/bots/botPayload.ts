import { ID, InputType, ObjectType } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { BotVersion, Bot } from '../../schema/bot.js';
import { Field, NullableField } from '../../schema/field.js';
import { MutationInput } from '../mutationInput.js';
import { Holds } from '../../schema/queryCost.js';
import { Payload } from '../../schema/userError.js';

/** The versions whose `isLive` a write has changed: `before` is the id of the live version before it, `now` the one after it. */
export async function changedVersions(
  context: Context,
  before: string | null | undefined,
  now: string | null,
): Promise<BotVersion[]> {
  const ids = before === now ? [] : [before, now].filter((id) => typeof id === 'string');
  const found = await Promise.all(ids.map((id) => context.loaders().version.load(id)));
  return found.flatMap((version) => version ?? []);
}

export const CHANGED_VERSIONS =
  'The versions whose `isLive` changed: the one that new chats ran, and the one they run now.';

/** The input of mutations that need only the id of a bot. */
@InputType({ description: 'Which bot.' })
export class BotInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
}

/** The payload of a mutation of a bot. */
@ObjectType({ description: 'What a mutation of a bot answers with.' })
export class BotPayload extends Payload {
  @NullableField(() => Bot, 'The bot as it is now.') bot?: Bot;

  @Holds(2)
  @NullableField(() => [BotVersion], CHANGED_VERSIONS)
  changedVersions?: BotVersion[];
}
