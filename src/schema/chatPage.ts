import { ObjectType } from 'type-graphql';
import { Holds } from './queryCost.js';
import { ThemeDocument } from './scalars.js';
import type { Theme } from '../engine/index.js';
import { Field, NullableField } from './field.js';

/** The head of the page of a published bot. */
@ObjectType({ description: 'What the page of a published bot is headed with.' })
export class ChatPage {
  @Field(() => String, 'The public id of the bot, with which its chats are started.')
  publicId: string;

  @Field(() => String, 'The title: that of the settings, or the name of the bot.') title: string;

  @NullableField(() => String, 'What the page is about, if its settings say.')
  description: string | null;

  @NullableField(() => String, 'The address of a picture for previews of links.')
  imageUrl: string | null;

  @NullableField(() => String, 'The address of the icon.') iconUrl: string | null;
  @Field(() => Boolean, 'Whether search engines may list the page.') isIndexed: boolean;

  @Field(() => Boolean, 'Whether the page keeps the variables of its address out of sight.')
  hidesQuery: boolean;

  @Holds(20)
  @Field(() => [String], {
    description:
      'The origins of other pages that may embed it: those of its settings, and its own domains. Empty: any may.',
  })
  allowedOrigins: string[];

  @Field(() => ThemeDocument, 'The theme, for what is shown before the first message.')
  theme: Theme;
}
