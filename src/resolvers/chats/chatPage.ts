import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { allowedOriginsOf } from '../../chat/allowedOrigins.js';
import type { Context } from '../../context/context.js';
import type { FlowDefinition } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { ChatPage } from '../../schema/chatPage.js';
import { ShortText } from '../../schema/scalars.js';
import { findChatPage, type ChatPageRow } from '../../storage/chatPages.js';

/** The page of a published bot; takes no token. */
@Resolver()
export class FindChatPage {
  @Query(() => ChatPage, {
    description:
      'The page of a published bot, by its public id or its own address; takes no token.',
  })
  async chatPage(
    @Arg('publicId', () => ID, {
      nullable: true,
      description: "The bot's public id; `@<stage>` behind it names a stage.",
    })
    publicId: string | undefined | null,
    @Arg('customDomain', () => ShortText, {
      nullable: true,
      description: 'Its own address instead, such as `chat.example.com/support`.',
    })
    customDomain: string | undefined | null,
    @Ctx() context: Context,
  ): Promise<ChatPage> {
    const name = publicId ? { publicId } : { customDomain: customDomain ?? '' };
    const row = await findChatPage(context.pool, name);
    if (!row) throw commonFailure('BOT_NOT_FOUND');
    const { definition } = await context.chats.flows.load(row.flowId);
    const allowedOrigins = await allowedOriginsOf(context.pool, row.botId, definition);
    return { ...headOf(row, definition), allowedOrigins };
  }
}

type Shown = Pick<FlowDefinition, 'theme' | 'settings'>;

function headOf(
  { publicId, name }: ChatPageRow,
  { theme, settings }: Shown,
): Omit<ChatPage, 'allowedOrigins'> {
  const { metadata = {}, general = {} } = settings;
  const { title, description, imageUrl, favIconUrl, allowIndexing } = metadata;
  return {
    publicId,
    title: truncated(staticText(title) ?? name),
    description: truncated(staticText(description)),
    imageUrl: staticText(imageUrl),
    iconUrl: staticText(favIconUrl),
    isIndexed: allowIndexing !== false && !publicId.includes('@'),
    hidesQuery: general.isHideQueryParamsEnabled !== false,
    theme,
  };
}

/** A text of the settings; null if it is empty or contains variables, which only a chat can fill in. */
function staticText(text: string | undefined): string | null {
  return text && !text.includes('{{') ? text : null;
}

/** In characters: more than search engines and link previews show. */
const MAX_LENGTH = 1_000;

/** The beginning of a text. Pages repeat it several times, so a long one would make every response large. */
function truncated<Text extends string | null>(text: Text): Text | string {
  return text === null ? text : text.slice(0, MAX_LENGTH).toWellFormed();
}
