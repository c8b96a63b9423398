import { setTimeout as pause } from 'node:timers/promises';
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
import { untilLeft } from '../untilLeft.js';
import { watchAs } from '../watchAs.js';
import { assertPlace, assertWindow } from './editorPlace.js';

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

/** Milliseconds between two renewals of the lease of an open window. */
const RENEWAL_INTERVAL = 5_000;

/** Milliseconds between two reads of the list, at least. */
const MIN_READ_INTERVAL = 200;

async function* follow(
  context: Context,
  watch: Watch,
  { botId, clientId }: Watched,
): AsyncGenerator<EditorShown[], void> {
  const waitForNewsOrRenewal = openWaiting(watch);
  let own: EditorKey | undefined;
  try {
    assertPlace({ clientId });
    let lastSent = '';
    while (!watch.isClosed) {
      const userId = await readerOf(context, botId);
      if (typeof clientId === 'string') {
        own = { botId, userId, clientId };
        await renewLease(context, own);
      }
      const editors = await listEditors(context.pool, botId);
      const text = JSON.stringify(editors);
      if (text !== lastSent) yield editors;
      lastSent = text;
      await pause(MIN_READ_INTERVAL);
      await waitForNewsOrRenewal();
    }
  } finally {
    watch.close();
    if (own && (await leaveEditor(context.pool, own)))
      context.wakeUps.announce(editorsTopic(botId));
  }
}

async function readerOf(context: Context, botId: string): Promise<string> {
  const caller = await context.callerNow();
  await accessBot(context.openUnit(), { caller, botId, intent: 'read' });
  return signedIn(caller).userId;
}

async function renewLease({ pool, wakeUps }: Context, own: EditorKey): Promise<void> {
  const outcome = await keepEditor(pool, own);
  assertWindow(outcome);
  if (outcome === 'CHANGED') wakeUps.announce(editorsTopic(own.botId));
}

/** Returns a function that waits for a wake-up, but no longer than until the next renewal is due. */
function openWaiting(watch: Watch): () => Promise<void> {
  let news: Promise<void> | undefined;
  return async () => {
    news ??= watch.next().then(() => {
      news = undefined;
    });
    const timer = new AbortController();
    const { signal } = timer;
    await Promise.race([news, pause(RENEWAL_INTERVAL, undefined, { signal })]);
    timer.abort();
  };
}
