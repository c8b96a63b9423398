import { failureOf, ParleyError, resume, type TypedDocument } from '@parley/client';
import {
  EditFlow,
  type EditFlowMutation,
  MyChanges,
  OpenEditor,
  RecentChanges,
  WatchBot,
  type WatchBotSubscription,
} from '@parley/client/dashboard';
import type { Client, CombinedError } from '@urql/core';
import type { Client as Socket } from 'graphql-ws';
import { t } from '../i18n/t.js';
import type { Change, DraftSource, Sent } from './draftSource.js';

/** How the server is reached: by requests, and by the socket of the subscriptions. */
export interface Connection {
  readonly client: Client;
  readonly socket: Socket;
}

/** The draft of a bot as the server stores it. `userId` is the person here: after a sign-out, nobody else stores their changes. */
export function serverSource(
  { client, socket }: Connection,
  { botId, userId }: { readonly botId: string; readonly userId: string },
): DraftSource {
  return {
    async load() {
      const { bot } = await read(client, OpenEditor, { botId });
      if (!bot) throw gone();
      return { flow: bot.draft, revision: bot.revision };
    },
    async own() {
      const { bot, viewer } = await read(client, MyChanges, { botId });
      if (viewer?.user?.id !== userId) throw signedOut();
      if (!bot) throw gone();
      return bot.changes.nodes.map(({ clientMutationId: mark, ...change }) => {
        return { mark, ...change };
      });
    },
    async others() {
      const { bot } = await read(client, RecentChanges, { botId });
      const changes = bot?.changes.nodes ?? [];
      return changes
        .filter(({ author }) => author?.id !== userId)
        .map(({ author, ...change }) => ({ ...change, author: author?.name ?? null }));
    },
    async send({ mark, edits, undoes = null, isForced = false }, ifRevision) {
      // What others changed since the change that is undone is not overwritten without asking.
      const isCareful = undoes !== null && !isForced;
      const known = isCareful
        ? ({ ifRevision: undoes, onConflict: 'REFUSE' } as const)
        : { ifRevision };
      const input = { botId, edits, clientMutationId: mark, undoes, once: true, ...known };
      const { data, error } = await client.mutation(EditFlow, { input }).toPromise();
      const sent = data ? sentOf(data.editFlow) : refusedBy(error);
      return { revision: ifRevision, ...sent };
    },
    watch: (after, signal) => watch(socket, { botId, after, signal }),
  };
}

/** What became of a gesture that the server answered. */
function sentOf({
  revision,
  inverse,
  conflicts,
  userErrors,
}: EditFlowMutation['editFlow']): Partial<Sent> {
  const [fault] = userErrors;
  if (fault?.reason === 'BOT_CHANGED') {
    const theirs = (conflicts ?? []).map(({ change, by }) => {
      return { change, author: by.author?.name ?? null };
    });
    return theirs.length > 0 ? { theirs } : { isStale: true };
  }
  if (fault) return { refusal: fault.message };
  return { ...(revision !== null && { revision }), ...(inverse && { inverse }) };
}

/** Why a gesture cannot be stored. Throws where it may be stored later. */
function refusedBy(error: CombinedError | undefined): Partial<Sent> {
  const failure = failureIn(error);
  if (failure.isPassing || failure.reason === 'UNAUTHENTICATED') throw failure;
  return { refusal: failure.message };
}

async function read<Data extends object, Variables extends object>(
  client: Client,
  document: TypedDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, error } = await client
    .query<Data>(document, variables, { requestPolicy: 'network-only' })
    .toPromise();
  if (error || !data) throw failureIn(error);
  return data;
}

/** What an operation failed with. */
function failureIn(error: CombinedError | undefined): ParleyError {
  const [said] = error?.graphQLErrors ?? [];
  if (said) return failureOf(said);
  const { status = 0 } = (error?.response ?? {}) as Partial<Response>;
  const isPassing = !isRefusal(status);
  const message = isPassing
    ? t('The server cannot be reached.')
    : t('The server refused it ({status}).', { status });
  return new ParleyError({ reason: 'CONNECTION_LOST', message, isPassing });
}

/** Whether a status says that another attempt is of no use, such as 413 of a proxy. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

const gone = (): ParleyError =>
  new ParleyError({
    reason: 'NOT_FOUND',
    message: t('It is gone, or you may not see it any more.'),
    isPassing: false,
  });

const signedOut = (): ParleyError =>
  new ParleyError({
    reason: 'UNAUTHENTICATED',
    message: t('You are signed out.'),
    isPassing: false,
  });

async function* watch(
  socket: Socket,
  { botId, after, signal }: { botId: string; after: number; signal: AbortSignal },
): AsyncIterable<Change> {
  const events = resume({
    after,
    signal,
    open: (afterRevision) =>
      socket.iterate<WatchBotSubscription>({
        query: WatchBot,
        variables: { botId, afterRevision },
      }),
    numberOf: ({ data }) => data?.botChanged.revision,
    retry: { attempts: Infinity, longestWait: 5_000 },
  });
  for await (const { data } of events) {
    if (!data) continue;
    const { revision, edits, clientMutationId, author } = data.botChanged;
    yield { revision, edits, mark: clientMutationId, author: author?.name ?? null };
  }
}
