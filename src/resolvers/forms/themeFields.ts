import { Query, Resolver } from 'type-graphql';
import type { FieldDescription } from '../../engine/index.js';
import { FieldDescriptionType } from '../../schema/fieldDescription.js';
import { Costs, DOCUMENT, HoldsParts } from '../../schema/queryCost.js';
import { formDescriptions } from './formDescriptions.js';

/** The members of the theme of a bot, for forms. */
@Resolver()
export class ReadThemeFields {
  @Costs(DOCUMENT)
  @HoldsParts
  @Query(() => [FieldDescriptionType], {
    description: 'The members of the theme of a bot; also at `/schemas/theme-fields.json`.',
  })
  async themeFields(): Promise<readonly FieldDescription[]> {
    return (await formDescriptions()).themeFields;
  }
}
