import { Client, type Pool } from 'pg';
import { CONNECTS_WITHIN, type Bus } from './bus.js';

const CHANNEL = 'parley_grown';

/** A bus on PostgreSQL: LISTEN over a connection of its own, and NOTIFY over any. */
export function postgresBus({ url, pool }: { readonly url: string; readonly pool: Pool }): Bus {
  return {
    send: (text) => notify(pool, text),
    async subscribe(onText, onBroken) {
      const client = new Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: CONNECTS_WITHIN,
        application_name: 'parley notices',
      });
      client.on('error', onBroken);
      client.on('end', () => onBroken());
      client.on('notification', ({ payload = '' }) => onText(payload));
      try {
        await client.connect();
        await client.query(`listen ${CHANNEL}`);
      } catch (error) {
        void client.end().catch(() => undefined);
        throw error;
      }
      return { send: (text) => notify(client, text), end: () => client.end() };
    },
    isDatabase: true,
    whenSilent:
      'no notifications from other processes: watched chats are read every few seconds. Behind a pooler, set DATABASE_DIRECT_URL',
  };
}

async function notify(by: Pool | Client, text: string): Promise<void> {
  await by.query({
    name: 'notice_send',
    text: 'select pg_notify($1, $2)',
    values: [CHANNEL, text],
  });
}
