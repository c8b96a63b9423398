import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import { ID, Int, ObjectType } from 'type-graphql';
import type { FlowEdit } from '../engine/index.js';
import { Bot } from './bot.js';
import { Reference, TextField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { BotChangeKind } from './enums.js';
import { Field, NullableField } from './field.js';
import { FlowEdits } from './scalars.js';
import { User } from './user.js';

/** A change of a bot, named by the revision that it made; only the newest are kept. */
@Entity({ tableName: 'bot_change' })
@ObjectType({ description: 'What one write did to a bot.' })
export class BotChange {
  [PrimaryKeyProp]?: ['botId', 'revision'];

  @Reference(() => Bot, { primary: true })
  @Field(() => ID, 'The bot that was changed.')
  botId: string;

  @PrimaryKey({ type: 'integer' })
  @Field(() => Int, 'The revision the write made.')
  revision: number;

  @Property({ type: 'text' }) @Field(() => BotChangeKind, 'What was done.') kind: BotChangeKind;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @NullableField(() => FlowEdits, {
    description:
      'What it did to the draft: apply it to the draft of the revision before. Empty where the draft stayed as it was; null where only loading the draft again shows it.',
  })
  edits: readonly FlowEdit[] | null;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @NullableField(() => FlowEdits, 'The edits that undo it, in order.')
  inverse: readonly FlowEdit[] | null;

  @TextField(
    'The mark its writer sent, by which an editor knows its own edits; null where it was longer than 200 characters.',
    { nullable: true },
  )
  clientMutationId: string | null;

  @Property({ type: 'integer', nullable: true })
  @NullableField(() => Int, {
    description: 'The revision that it undid, as its writer said; null where it undid none.',
  })
  undoes: number | null;

  /** Null once that person is deleted. */
  @Reference(() => User, { nullable: true }) actorId: string | null;
  @TimeField('When it was written.') createdAt: Date;
}

/** A page of changes. */
@ObjectType({ description: 'A page of changes.' })
export class BotChangeConnection extends connectionOf(BotChange, 'BotChange') {}
