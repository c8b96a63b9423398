import { Field, ID, InterfaceType } from 'type-graphql';

/** Whatever can be asked for by its id alone, with `node(id)` (Relay's object identification). */
@InterfaceType({ description: 'Whatever can be asked for by its id alone.' })
export abstract class Node {
  @Field(() => ID, {
    description: 'Its id: the same over every door, beginning with what it names.',
  })
  id: string;
}
