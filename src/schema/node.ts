import { ID, InterfaceType } from 'type-graphql';
import { Field } from './field.js';

/**
 * An object that can be loaded by its id alone, with `node(id)` (https://relay.dev/graphql/objectidentification.htm).
 */
@InterfaceType({ description: 'An object that can be loaded by its id alone.' })
export abstract class Node {
  @Field(() => ID, {
    description: 'Its id: the same in every transport, beginning with the kind of object it names.',
  })
  id: string;
}
