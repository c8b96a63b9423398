import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Credentials } from './credentials.js';

/** The status of a message that waits to be passed on to an address that a bot names. Read and written in `storage/messengerStatuses.ts`. */
@Entity({ tableName: 'messenger_status' })
export class MessengerStatus {
  /** A hash of what it is, so that one that the service tells again waits once. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  id: string;

  @ManyToOne({
    entity: () => Credentials,
    fieldName: 'credentials_id',
    mapToPk: true,
    index: true,
    deleteRule: 'cascade',
  })
  credentialsId: string;

  @Property({ type: 'text' })
  url: string;

  @Property({ type: 'text' })
  body: string;

  /** How many attempts were begun. */
  @Property({ type: 'integer' })
  attempt: number;

  /** When the next attempt is due; one that is being sent counts as abandoned then. */
  @Property({ type: 'timestamptz', length: 3 })
  @Index()
  dueAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Date;
}
