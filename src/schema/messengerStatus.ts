import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Reference } from './column.js';
import { Credentials } from './credentials.js';

/** A message status to be forwarded to the URL that a bot names. Read and written in `storage/messengerStatuses.ts`. */
@Entity({ tableName: 'messenger_status' })
export class MessengerStatus {
  /** A hash of the status, so that a repeated one is queued only once. */
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;
  @Reference(() => Credentials, { index: true, deleteRule: 'cascade' }) credentialsId: string;
  @Property({ type: 'text' }) url: string;
  @Property({ type: 'text' }) body: string;

  /** The number of attempts that were started. */
  @Property({ type: 'integer' }) attempt: number;

  /** When the next attempt is due. An attempt that is still running then counts as abandoned. */
  @Property({ type: 'timestamptz', length: 3 }) @Index() dueAt: Date;
  @Property({ type: 'timestamptz', length: 3 }) createdAt: Date;
}
