import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { FoundChat } from '../../schema/exploration.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { findChat } from '../../simulation/findChat.js';
import { FlowToExplore } from './exploreFlow.js';
import { openExploration } from './openExploration.js';

@InputType({ description: 'Which place of which flow to look for, and for how long.' })
class FindChatToInput extends FlowToExplore {
  @Field(() => ID, 'The group or block that a chat is to come to.') partId: string;
}

@ObjectType({ description: 'The payload of looking for a chat.' })
class FindChatToPayload extends Payload {
  @NullableField(() => FoundChat, {
    description:
      'The shortest chat that was found; null where none came there in these turns and this time.',
  })
  chat?: FoundChat | null;
}

/** Finds a chat that comes to a place of a flow. Nothing leaves the server, and nothing is stored. */
@Resolver()
export class FindChatTo {
  @Mutation(() => FindChatToPayload, {
    description:
      'Has conversations that nobody wrote, as `exploreFlow` does, until one comes to a group or block, and shows the shortest that it finds. Nothing leaves the server, and nothing is stored.',
  })
  async findChatTo(
    @Arg('input', () => FindChatToInput, { description: 'What to look for, and for how long.' })
    { partId, ...request }: FindChatToInput,
    @Ctx() context: Context,
  ): Promise<Partial<FindChatToPayload>> {
    const { bot, shortening, end } = await openExploration(context, request);
    try {
      if (!bot.flow.group(partId) && !bot.flow.block(partId)) {
        throw invalid([
          { path: ['partId'], message: 'The flow has no group or block with this id' },
        ]);
      }
      const found = await findChat(bot, { partId, most: request.turns, shortening });
      return { chat: found ? { ...found, test: found.test ?? null } : null };
    } finally {
      end();
    }
  }
}
