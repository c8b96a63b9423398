import { Query, Resolver, Arg } from 'type-graphql';
import { unhurried } from '../../eventLoop/steps.js';
import {
  describeForms,
  type FormDescriptions,
  servedForms,
} from '../../schema/formDescriptions.js';
import { BlockType } from '../../schema/blockType.js';
import { BlockCategory } from '../../schema/enums.js';
import { Costs, DOCUMENT, HoldsParts } from '../../schema/queryCost.js';
import { ShortText } from '../../schema/scalars.js';
import { CredentialsType } from '../../schema/credentialsType.js';
import type { FieldDescription } from '../../engine/index.js';
import { FieldDescriptionType } from '../../schema/fieldDescription.js';

let made: Promise<FormDescriptions> | undefined;

/** What forms are drawn from; made once, when somebody first asks for it. */
async function formDescriptions(): Promise<FormDescriptions> {
  made ??= unhurried(describeForms());
  return made;
}

/** The descriptions by the names under which they are served. */
export async function makeForms(): Promise<ReadonlyMap<string, object>> {
  return servedForms(await formDescriptions());
}

/** Describes the forms of documents. */
@Resolver()
export class FormDescriptionQueries {
  /** The version of all descriptions for forms. */
  @Query(() => String, {
    description:
      'Is another one when an answer of `blockTypes`, `credentialTypes`, `themeFields` or `settingFields` is, so that clients may keep them.',
  })
  async descriptionsVersion(): Promise<string> {
    return (await formDescriptions()).version;
  }

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

  /** The types of credentials, for forms. */
  @Costs(DOCUMENT)
  @HoldsParts
  @Query(() => [CredentialsType], {
    description:
      'The types of credentials, with the members of each; also at `/schemas/credential-types.json`.',
  })
  async credentialTypes(): Promise<readonly CredentialsType[]> {
    return (await formDescriptions()).credentialTypes;
  }

  @Costs(DOCUMENT)
  @HoldsParts
  @Query(() => [FieldDescriptionType], {
    description: 'The members of the settings of a bot; also at `/schemas/setting-fields.json`.',
  })
  async settingFields(): Promise<readonly FieldDescription[]> {
    return (await formDescriptions()).settingFields;
  }

  @Costs(DOCUMENT)
  @HoldsParts
  @Query(() => [FieldDescriptionType], {
    description: 'The members of the theme of a bot; also at `/schemas/theme-fields.json`.',
  })
  async themeFields(): Promise<readonly FieldDescription[]> {
    return (await formDescriptions()).themeFields;
  }
}
