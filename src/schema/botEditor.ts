import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Float, ID, ObjectType } from 'type-graphql';
import { IdField, TextField, TimeField } from './column.js';
import { Field, NullableField } from './field.js';

/** Where an editor points. */
@ObjectType({ description: 'A place on the canvas of an editor, in pixels at zoom 1.' })
export class EditorPointer {
  @Field(() => Float, 'From left to right.') x: number;
  @Field(() => Float, 'From top to bottom.') y: number;
}

/** A person who has a bot open in an editor, until the lease ends. Read and written in `storage/editors.ts`. */
@Entity({ tableName: 'bot_editor' })
@ObjectType({ description: 'Somebody who has a bot open in an editor.' })
export class BotEditor {
  [PrimaryKeyProp]?: ['botId', 'userId', 'clientId'];

  /** No foreign key, because checking it would wait for writers of the bot. */
  @PrimaryKey({ type: 'text', collation: 'C' }) botId: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) userId: string;
  @IdField('Their window, by the name that their editor gave it.') clientId: string;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => ID, 'The group they look at.')
  groupId: string | null;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => ID, 'The block they look at.')
  blockId: string | null;

  @TextField(
    'The member of the block that they type in, as a path such as `options.labels.button`.',
    { nullable: true },
  )
  field: string | null;

  /** Not stored: `realtime/sharedReads.ts`. */
  @NullableField(() => EditorPointer, {
    description:
      'Where they point on the canvas; null where that is not known, or older than 10 seconds.',
  })
  pointer: EditorPointer | null;

  @TimeField('When they came.') since: Date;
  @Property({ type: 'timestamptz', length: 3, index: true }) leaseUntil: Date;
}
