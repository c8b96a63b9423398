import type { Pool } from 'pg';
import DataLoader from 'dataloader';
import { ChatStatus } from '../schema/enums.js';
import { shardKeysOf } from './shardKeys.js';
import { BotVersion } from '../schema/bot.js';
import type { ChatNote } from '../schema/chatNote.js';
import { findChats } from './chats.js';
import { findNotes, type NotesQuery } from './chatNotes.js';
import { variantOf } from './flowVariants.js';
import type { Storage } from './orm.js';
import { readResultLogs } from './resultLog.js';

/** The status of each of these chats by id: a chat that ended is closed, one that is no longer stored is absent. */
export async function findChatStatuses(
  pool: Pool,
  sessionIds: readonly string[],
): Promise<Map<string, ChatStatus>> {
  const { rows } = await pool.query<{ id: string; status: ChatStatus }>({
    name: 'chat_statuses',
    text: `select id, case when is_ended then '${ChatStatus.CLOSED}' when state -> 'isPaused' is null then '${ChatStatus.OPEN}'
        else '${ChatStatus.PAUSED}' end as status
      from chat_session where shard_key = any($2) and id = any($1)`,
    values: [sessionIds, shardKeysOf(sessionIds)],
  });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** What a chat knows of the version that it runs. */
type VersionKey = Pick<BotVersion, 'botId' | 'flowId'>;

/** Opens the loaders of one operation. */
export function openChatLoaders({
  openUnit,
  pool,
  reads,
}: Pick<Storage, 'openUnit' | 'pool' | 'reads'>) {
  return {
    /** By result id: the logs of its chats. */
    logOfResult: new DataLoader(async (ids: readonly string[]) => {
      const logs = await reads.read((at) => readResultLogs(at, ids));
      return ids.map((id) => logs.get(id) ?? []);
    }),
    /** By chat id, like the next. */
    chatStatus: new DataLoader(async (ids: readonly string[]) => {
      const statuses = await findChatStatuses(pool, ids);
      return ids.map((id) => statuses.get(id));
    }),
    chat: new DataLoader(async (ids: readonly string[]) => {
      const found = new Map((await findChats(pool, ids)).map((chat) => [chat.id, chat]));
      return ids.map((id) => found.get(id));
    }),
    /** The notes of agents about chats, oldest first. */
    notes: new DataLoader<NotesQuery, ChatNote[], string>((asked) => findNotes(pool, asked), {
      cacheKeyFn: (asked) => JSON.stringify(asked),
    }),
    /** By bot id and flow id: the newest version with that flow, or that of which it is a variant. */
    versionOfFlow: new DataLoader<VersionKey, BotVersion | undefined, string>(
      async (keys) => {
        const flowId = { $in: keys.map((key) => key.flowId) };
        const id = { $in: keys.flatMap((key) => variantOf(key.flowId)?.versionId ?? []) };
        const orderBy = { number: 'desc' } as const;
        const found = await openUnit().find(BotVersion, { $or: [{ flowId }, { id }] }, { orderBy });
        return keys.map(({ botId, flowId: ofChat }) =>
          found.find(
            (one) =>
              one.botId === botId &&
              (one.flowId === ofChat || one.id === variantOf(ofChat)?.versionId),
          ),
        );
      },
      { cacheKeyFn: ({ botId, flowId }) => `${botId} ${flowId}` },
    ),
  };
}
