import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { AnyBlock } from '../../engine/index.js';
import { FlowBlock } from '../../schema/flow/block.js';

/** The field of blocks that is no member of them. */
@Resolver(() => FlowBlock)
export class BlockFields {
  @FieldResolver()
  document(@Root() block: AnyBlock): AnyBlock {
    return block;
  }
}
