import { Query, Resolver } from 'type-graphql';
import type { FieldDescription } from '../../engine/index.js';
import { FieldDescriptionType } from '../../schema/fieldDescription.js';
import { Costs, DOCUMENT, HoldsParts } from '../../schema/queryCost.js';
import { formDescriptions } from './formDescriptions.js';

/** The members of the settings of a bot, for forms. */
@Resolver()
export class ReadSettingFields {
  @Costs(DOCUMENT)
  @HoldsParts
  @Query(() => [FieldDescriptionType], {
    description: 'The members of the settings of a bot; also at `/schemas/setting-fields.json`.',
  })
  async settingFields(): Promise<readonly FieldDescription[]> {
    return (await formDescriptions()).settingFields;
  }
}
