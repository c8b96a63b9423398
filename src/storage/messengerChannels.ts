import DataLoader from 'dataloader';
import type { Pool } from 'pg';
import type { MessengerFaultKind } from '../schema/enums.js';
import { MessengerChannel } from '../schema/messengerChannel.js';
import type { Place } from './messenger.js';
import type { Unit } from './orm.js';

/** Stores that the service of a channel verified its address. */
export async function noteVerified(pool: Pool, { credentialsId }: Place): Promise<void> {
  await pool.query({
    name: 'messenger_verified',
    text: `insert into messenger_channel (credentials_id, verified_at) values ($1, now())
      on conflict (credentials_id) do update set verified_at = now()`,
    values: [credentialsId],
  });
}

/** What failed in a channel. */
export interface ChannelFault {
  readonly kind: MessengerFaultKind;
  /** Why, as the service says. */
  readonly why?: string | undefined;
}

/** Stores what failed in a channel, at most once in ten seconds for each kind: anybody may send requests that are refused. */
export async function noteChannelFault(
  pool: Pool,
  { credentialsId }: Pick<Place, 'credentialsId'>,
  { kind, why }: ChannelFault,
): Promise<void> {
  await pool.query({
    name: 'messenger_fault',
    text: `insert into messenger_channel as old (credentials_id, fault_at, fault_kind, fault) values ($1, now(), $2, $3)
      on conflict (credentials_id) do update set fault_at = now(), fault_kind = $2, fault = $3
      where old.fault_at is null or old.fault_kind <> $2 or old.fault_at < now() - interval '10 seconds'`,
    values: [credentialsId, kind, why ?? null],
  });
}

/** Loads channels by the ids of their credentials. */
export function openMessengerChannelLoaders(openUnit: () => Unit) {
  return {
    messengerChannel: new DataLoader(async (ids: readonly string[]) => {
      const found = await openUnit().find(MessengerChannel, { credentialsId: { $in: [...ids] } });
      return ids.map((id) => found.find(({ credentialsId }) => credentialsId === id));
    }),
    /** When the last message of a person came in the last 30 days. */
    lastMessage: new DataLoader(async (ids: readonly string[]) => {
      const rows = await openUnit().execute<{ id: string; at: string | null }[]>(
        `select id, (select max(heard_at) from messenger_conversation where credentials_id = credentials.id) as at
          from credentials where id in (?)`,
        [[...ids]],
      );
      const times = rows.map((row) => [row.id, row.at === null ? null : new Date(row.at)] as const);
      const byId = new Map(times);
      return ids.map((id) => byId.get(id) ?? null);
    }),
  };
}
