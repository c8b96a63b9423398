import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { connectionOf } from './connection.js';
import { VariableValue } from './scalars.js';

/** A variable with what it held after the last turn. */
@ObjectType({ description: 'A variable with what it held after the last turn.' })
export class ResultVariable {
  @Field(() => String)
  id: string;

  @Field(() => String)
  name: string;

  @Field(() => VariableValue)
  value: string | (string | null)[];
}

/** What one run of a chat collected (interface §2, "Result"). */
@Entity({ tableName: 'result' })
@ObjectType({ description: 'What one run of a chat collected.' })
export class Result {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID)
  id: string;

  @Property({ type: 'text' })
  @Field(() => ID)
  botId: string;

  /** Never shown: whoever holds it can continue the chat. */
  @Property({ type: 'text', nullable: true })
  sessionId: string | null;

  @Property({ type: 'json' })
  @Field(() => [ResultVariable], { description: 'Those with a value, in the order they were set.' })
  variables: ResultVariable[];

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'The flow ended, and at least one answer was given.' })
  isCompleted: boolean;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'At least one answer was given.' })
  hasStarted: boolean;

  @Property({ type: 'boolean' })
  @Field(() => Boolean)
  isArchived: boolean;

  @Property({ type: 'text' })
  answersFrom: string;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date)
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date)
  updatedAt: Date;
}

/** A page of results. */
@ObjectType({ description: 'A page of results.' })
export class ResultConnection extends connectionOf(Result, 'Result') {}
