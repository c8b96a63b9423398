import type { Config } from '../../config/config.js';
import type { Database } from '../database.js';
import type { Bus, Connect, Subscription } from './bus.js';
import { connectNats } from './nats.js';
import { postgresBus } from './postgresBus.js';
import { connectRedis } from './redis.js';

/** The bus of the settings: that of `EVENT_BUS`, or else PostgreSQL. Does not connect yet. */
export function openBus({ eventBus }: Pick<Config, 'eventBus'>, database: Database): Bus {
  const { directUrl, storage } = database;
  if (eventBus === undefined) return postgresBus({ url: directUrl, pool: storage.chatPool });
  const url = new URL(eventBus);
  const connect = url.protocol.startsWith('redis') ? connectRedis : connectNats;
  return busAt(url, connect, () => findChannel(database));
}

function busAt(url: URL, connect: Connect, findOwn: () => Promise<string>): Bus {
  let current: Subscription | undefined;
  let channel: string | undefined;
  return {
    async send(text) {
      if (!current) throw new Error('The bus is not connected');
      await current.send(text);
    },
    async subscribe(onText, onBroken) {
      channel ??= await findOwn();
      current = await connect({ url, channel }, onText, onBroken);
      return current;
    },
    isDatabase: false,
    whenSilent: `no notifications from other processes over EVENT_BUS (${url.protocol}//${url.host}): watched chats are read every few seconds`,
  };
}

/**
 * The channel of the processes that share this database. Its name is made of ids of PostgreSQL, since other databases may use the same bus.
 */
async function findChannel({ storage }: Database): Promise<string> {
  const { rows } = await storage.pool.query<{ id: string }>(
    `select system_identifier || '.' || oid as id
      from pg_control_system(), pg_database where datname = current_database()`,
  );
  return `parley.${rows[0]?.id}`;
}
