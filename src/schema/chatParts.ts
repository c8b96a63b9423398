import { Field, ID, ObjectType } from 'type-graphql';
import { Json, SettingsDocument, ThemeDocument } from './scalars.js';

/** A log line for watchers of the chat. */
@ObjectType({ description: 'A line for those who watch the chat.' })
export class ChatLog {
  @Field(() => String, { description: '`success`, `error` or `info`.' })
  status: string;

  @Field(() => String, { description: 'What happened, for a person.' })
  description: string;

  @Field(() => Json, { nullable: true, description: 'More about it, of any shape.' })
  details?: unknown;

  @Field(() => ID, { nullable: true, description: 'The block it came from; null where none did.' })
  blockId?: string;

  @Field(() => ID, { nullable: true, description: 'The group of that block.' })
  groupId?: string;
}

/** URLs of the theme that depend on variables. */
@ObjectType({ description: 'Addresses that follow variables.' })
export class DynamicTheme {
  @Field(() => String, { nullable: true, description: 'The picture beside what the bot says.' })
  hostAvatarUrl?: string;

  @Field(() => String, { nullable: true, description: 'The picture beside what the visitor says.' })
  guestAvatarUrl?: string;

  @Field(() => String, { nullable: true, description: 'The picture behind the chat.' })
  backgroundUrl?: string;
}

/** The bot of a chat, as far as clients need it. */
@ObjectType({ description: 'The bot a chat runs, as its client needs it.' })
export class ChatBot {
  @Field(() => ID, { name: 'botId', description: 'The id of the bot.' })
  id: string;

  @Field(() => ThemeDocument, { description: 'Sparse, with variables filled in.' })
  theme: unknown;

  @Field(() => SettingsDocument, {
    description: 'Sparse, with variables filled in; without what only the server needs.',
  })
  settings: unknown;
}
