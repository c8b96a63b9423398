import { ID, ObjectType } from 'type-graphql';
import { Field, NullableField } from './field.js';
import { Json, SettingsDocument, ThemeDocument } from './scalars.js';

/** A log line for watchers of the chat. */
@ObjectType({ description: 'A line for those who watch the chat.' })
export class ChatLog {
  @Field(() => String, '`success`, `error` or `info`.') status: string;
  @Field(() => String, 'What happened, for a person.') description: string;
  @NullableField(() => Json, 'More about it, of any shape.') details?: unknown;
  @NullableField(() => ID, 'The block it came from; null where none did.') blockId?: string;
  @NullableField(() => ID, 'The group of that block.') groupId?: string;
}

/** URLs of the theme that depend on variables. */
@ObjectType({ description: 'Addresses that follow variables.' })
export class DynamicTheme {
  @NullableField(() => String, 'The picture beside what the bot says.') hostAvatarUrl?: string;
  @NullableField(() => String, 'The picture beside what the visitor says.') guestAvatarUrl?: string;
  @NullableField(() => String, 'The picture behind the chat.') backgroundUrl?: string;
}

/** The bot of a chat, as far as clients need it. */
@ObjectType({ description: 'The bot a chat runs, as its client needs it.' })
export class ChatBot {
  @Field(() => ID, { name: 'botId', description: 'The id of the bot.' }) id: string;
  @Field(() => ThemeDocument, 'Sparse, with variables filled in.') theme: unknown;

  @Field(() => SettingsDocument, {
    description: 'Sparse, with variables filled in; without what only the server needs.',
  })
  settings: unknown;
}
