import {
  Arg,
  ID,
  Int,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import type { Context, Watch } from '../../context/context.js';
import { BotChange } from '../../schema/botChange.js';
import { readChanges } from '../../storage/botChanges.js';
import { accessWatchedBot, untilLeft, watchAs } from '../watchAs.js';

/**
 * The changes to a bot as they happen, with the edits that an editor applies to its copy of the draft. Watching changes nothing. The right
 * to read is checked before each event; the stream ends with a failure once it is lost.
 */
@Resolver(() => BotChange)
export class BotChanged {
  @Subscription(() => BotChange, {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, args.botId);
      return untilLeft(watch, follow(context, watch, args));
    },
    description: 'What is done to a bot, as it is done, or from a revision on.',
  })
  botChanged(
    @Root() change: BotChange,
    @Arg('botId', () => ID, { description: 'The bot to watch.' }) _botId: string,
    @Arg('afterRevision', () => Int, {
      nullable: true,
      description:
        'The last revision known; changes after it come first, in order. Absent: only new ones.',
    })
    _afterRevision?: number | null,
  ): BotChange {
    return change;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly botId: string;
  readonly afterRevision?: number | null;
}

async function* follow(
  context: Context,
  watch: Watch,
  { botId, afterRevision }: Watched,
): AsyncGenerator<BotChange, void> {
  try {
    const { revision } = await accessWatchedBot(context, botId, 'read');
    let last = afterRevision ?? revision;
    while (!watch.isClosed) {
      const changes = await readChanges(context.openUnit(), botId, last);
      for (const change of changes) {
        await accessWatchedBot(context, botId, 'read');
        // Where revisions in between are no longer kept, the edits do not apply to the watcher's copy.
        yield change.revision === last + 1 ? change : { ...change, edits: null, inverse: null };
        last = change.revision;
      }
      if (changes.length > 0) continue;
      await watch.next();
      if (!watch.isClosed) await accessWatchedBot(context, botId, 'read');
    }
  } finally {
    watch.close();
  }
}
