import { ObjectType } from 'type-graphql';
import { Bot, BotVersion } from '../../schema/bot.js';
import { NullableField } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { Payload } from '../../schema/userError.js';
import { CHANGED_VERSIONS } from '../versions/changedVersions.js';

/** The payload of a mutation of a bot. */
@ObjectType({ description: 'What a mutation of a bot answers with.' })
export class BotPayload extends Payload {
  @NullableField(() => Bot, 'The bot as it is now.') bot?: Bot;

  @Holds(2)
  @NullableField(() => [BotVersion], CHANGED_VERSIONS)
  changedVersions?: BotVersion[];
}
