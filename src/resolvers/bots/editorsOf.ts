import {
  Arg,
  Ctx,
  FieldResolver,
  ID,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { accessBot, signedIn } from '../../auth/access.js';
import { editorsTopic, type Context, type Watch } from '../../context/context.js';
import { BotEditor } from '../../schema/botEditor.js';
import { Holds } from '../../schema/queryCost.js';
import { User } from '../../schema/user.js';
import {
  keepEditor,
  leaveEditor,
  listEditors,
  type EditorKey,
  type EditorShown,
} from '../../storage/editors.js';
import { followPresence } from '../followPresence.js';
import { untilLeft } from '../untilLeft.js';
import { watchAs } from '../watchAs.js';
import { assertPlace } from './editorPlace.js';

/**
 * The people who have a bot open, sent after each change. With a `clientId` the subscriber is listed as long as the subscription lasts; if
 * the server process dies, until the lease ends. The right to read is checked before each read.
 */
@Resolver(() => BotEditor)
export class EditorsOf {
  @Holds(10)
  @Subscription(() => [BotEditor], {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, editorsTopic(args.botId));
      return untilLeft(watch, follow(context, watch, args));
    },
    description: 'Who has a bot open in an editor: all of them, at first and after each change.',
  })
  editorsOf(
    @Root() editors: BotEditor[],
    @Arg('botId', () => ID, { description: 'The bot.' }) _botId: string,
    @Arg('clientId', () => ID, {
      nullable: true,
      description:
        'The name of your own window, such as a random one: it counts as an editor while the subscription lasts. Absent: you only watch.',
    })
    _clientId?: string | null,
  ): BotEditor[] {
    return editors;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who it is; null when they are no longer known.',
  })
  async user(@Root() { userId }: BotEditor, @Ctx() context: Context): Promise<User | null> {
    return (await context.loaders().user.load(userId)) ?? null;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly botId: string;
  readonly clientId?: string | null;
}

async function* follow(
  context: Context,
  watch: Watch,
  { botId, clientId }: Watched,
): AsyncGenerator<EditorNow[], void> {
  const { pool } = context;
  const pointers = context.pointers.follow(botId);
  try {
    yield* followPresence<EditorKey, EditorNow>(context, watch, {
      what: 'bot',
      topic: editorsTopic(botId),
      async own() {
        assertPlace({ clientId });
        const userId = await readerOf(context, botId);
        return typeof clientId === 'string' ? { botId, userId, clientId } : undefined;
      },
      keep: (own) => keepEditor(pool, own),
      leave: (own) => leaveEditor(pool, own),
      async list() {
        const editors = await listEditors(pool, botId);
        return editors.map((editor) => ({ ...editor, pointer: pointers.of(editor) }));
      },
    });
  } finally {
    pointers.close();
  }
}

/** An editor, and where they point. */
type EditorNow = EditorShown & Pick<BotEditor, 'pointer'>;

async function readerOf(context: Context, botId: string): Promise<string> {
  const caller = await context.callerNow();
  await accessBot(context.openUnit(), { caller, botId, intent: 'read' });
  return signedIn(caller).userId;
}
