import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';

/** A person who signs in. */
@Entity({ tableName: 'app_user' })
@ObjectType({ description: 'A person who signs in.' })
export class User {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID)
  id: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true })
  name: string | null;

  @Property({ type: 'text', nullable: true, unique: true })
  @Field(() => String, { nullable: true })
  email: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date)
  createdAt: Date;
}
