import { Arg, Query, Resolver } from 'type-graphql';
import { BlockType } from '../../schema/blockType.js';
import { BlockCategory } from '../../schema/enums.js';
import { Costs, DOCUMENT, HoldsParts } from '../../schema/queryCost.js';
import { ShortText } from '../../schema/scalars.js';
import { formDescriptions } from './formDescriptions.js';

/** The kinds of blocks, for editors. */
@Resolver()
export class ReadBlockTypes {
  @Costs(DOCUMENT)
  @HoldsParts
  @Query(() => [BlockType], {
    description:
      'The kinds of blocks, with the members of each, so that an editor knows none by itself. The same for everybody, until `descriptionsVersion` is another; also at `/schemas/block-types.json`.',
  })
  async blockTypes(
    @Arg('category', () => BlockCategory, {
      nullable: true,
      description: 'Only those of this family.',
    })
    category: BlockCategory | null | undefined,
    @Arg('type', () => ShortText, {
      nullable: true,
      description: 'Only the kind of this `type`: its members are read once a form shows them.',
    })
    type: string | null | undefined,
    @Arg('types', () => [ShortText], {
      nullable: true,
      description: 'Only the kinds with one of these `type`s, such as those of a flow.',
    })
    types: readonly string[] | null | undefined,
  ): Promise<readonly BlockType[]> {
    const { blockTypes } = await formDescriptions();
    const wanted = new Set(types);
    return blockTypes.filter(
      (kind) =>
        (category ?? kind.category) === kind.category &&
        (type ?? kind.type) === kind.type &&
        (!types || wanted.has(kind.type)),
    );
  }
}
