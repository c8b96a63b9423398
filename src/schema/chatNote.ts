import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { messageTextSchema } from '../engine/index.js';
import { TextField, TimeField } from './column.js';
import { Field } from './field.js';
import { LongText } from './queryCost.js';
import { scalarOf } from './scalar.js';

/** The text of a note. */
export const NoteText = scalarOf({
  name: 'NoteText',
  description: 'A text from 1 to 10000 characters.',
  schema: messageTextSchema.min(1).max(10_000),
});

/** A note of an agent about a chat, which its visitor never sees. */
@Entity({ tableName: 'chat_note' })
@Index({ name: 'chat_note_chat_id', properties: ['chatId', 'id'] })
@ObjectType({ description: 'A note of an agent about a chat, for other agents only.' })
export class ChatNote {
  /** The shard key of the chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { name: 'noteId', description: 'Its id.' })
  id: string;

  @Property({ type: 'text', collation: 'C' }) chatId: string;
  @Property({ type: 'text', collation: 'C', nullable: true }) authorId: string | null;
  @Property({ type: 'text', nullable: true }) authorName: string | null;

  @LongText @TextField('What it says.') text: string;

  @TimeField('When it was written.') createdAt: Date;
}
