import { Query, Resolver } from 'type-graphql';
import { formDescriptions } from './formDescriptions.js';

/** The version of all descriptions for forms. */
@Resolver()
export class ReadDescriptionsVersion {
  @Query(() => String, {
    description:
      'Is another one when an answer of `blockTypes`, `credentialTypes`, `themeFields` or `settingFields` is, so that clients may keep them.',
  })
  async descriptionsVersion(): Promise<string> {
    return (await formDescriptions()).version;
  }
}
