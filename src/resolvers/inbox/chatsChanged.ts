import { Arg, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { accessWorkspace, mayEnter, signedIn } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import { chatsTopic, type Context, type Watch } from '../../context/context.js';
import type { Inbox, WatchedReader } from '../../context/sharedReads.js';
import type { Chat } from '../../schema/chat.js';
import { ChatsChange } from '../../schema/chat.js';
import { fits } from '../../storage/chatWindow.js';
import { untilLeft, watchAs } from '../watchAs.js';
import { ChatsFilterInput } from './chatLists.js';

/**
 * The inbox of a workspace as it changes, at most one event a second. Watching changes nothing. One read serves all watchers: filters are
 * applied to the chats that it found, and rights are checked by the roles that it found, before each event; the stream ends with a failure
 * once the right to answer in chats is lost. The token is checked by its socket.
 */
@Resolver()
export class ChatsChanged {
  @Subscription(() => ChatsChange, {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, chatsTopic(args.workspaceId));
      return untilLeft(watch, follow(context, watch, args));
    },
    description:
      'The inbox, live: at most one event a second, with the chats that came, changed or left. The first event comes at once; load `Workspace.chats` after it, as after each with `mustReload`, and nothing is missed.',
  })
  chatsChanged(
    @Root() change: ChatsChange,
    @Arg('workspaceId', () => ID, { description: 'The workspace to watch.' }) _workspaceId: string,
    @Arg('filter', () => ChatsFilterInput, {
      nullable: true,
      description: 'Which of its chats; absent: all.',
    })
    _filter?: ChatsFilterInput | null,
  ): ChatsChange {
    return change;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly workspaceId: string;
  readonly filter?: ChatsFilterInput | null;
}

const RELOAD: ChatsChange = { mustReload: true, changed: [], removedIds: [] };

async function* follow(
  context: Context,
  watch: Watch,
  { workspaceId, filter }: Watched,
): AsyncGenerator<ChatsChange, void> {
  let reader: WatchedReader<Inbox> | undefined;
  try {
    const caller = await accessInbox(context, workspaceId);
    reader = context.inboxReads.open(workspaceId);
    let known = await reader.newest();
    yield RELOAD;
    while (!watch.isClosed) {
      await watch.next();
      if (watch.isClosed) return;
      const now = await reader.read();
      const role = now.roles.get(caller.userId);
      // Fails with the reason, unless the right came back meanwhile.
      if (!mayEnter(caller, 'attend', { workspaceId, role }))
        await accessInbox(context, workspaceId);
      const event = changeShown(known, now, filter ?? {});
      if (event) yield event;
      known = now;
    }
  } finally {
    watch.close();
    reader?.close();
  }
}

/** The caller, if they may see the inbox; fails once they may not. */
async function accessInbox(context: Context, workspaceId: string): Promise<Caller> {
  const caller = await context.callerNow();
  await accessWorkspace(context.openUnit(), { caller, workspaceId, intent: 'attend' });
  return signedIn(caller);
}

/** The event of what changed for a watcher; undefined if nothing did. */
function changeShown(before: Inbox, now: Inbox, filter: ChatsFilterInput): ChatsChange | undefined {
  const { changed: all, gone } = now.since(before);
  if (!all) return RELOAD;
  const changed = all.flatMap(({ now: chat }) => (fits(chat, filter) ? [chat] : []));
  const left = all.filter(
    ({ before: was, now: is }) => !fits(is, filter) && mayShow(was, is, filter),
  );
  const removedIds = [...left.map(({ now: { id } }) => id), ...gone];
  if (changed.length + removedIds.length === 0) return undefined;
  return { mustReload: false, changed, removedIds };
}

/**
 * Whether a list that the watcher loaded may show a chat that the filter no longer selects: it was selected, or it may have been between
 * the two reads, when the watcher may have loaded their list. Each change adds one to the revision, so one step leaves no time between.
 */
function mayShow(was: Chat | undefined, is: Chat, filter: ChatsFilterInput): boolean {
  return !was || fits(was, filter) || is.revision > was.revision + 1;
}
