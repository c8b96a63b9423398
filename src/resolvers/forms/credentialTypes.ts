import { Query, Resolver } from 'type-graphql';
import { CredentialsType } from '../../schema/credentialsType.js';
import { Costs, DOCUMENT, HoldsParts } from '../../schema/queryCost.js';
import { formDescriptions } from './formDescriptions.js';

/** The types of credentials, for forms. */
@Resolver()
export class ReadCredentialTypes {
  @Costs(DOCUMENT)
  @HoldsParts
  @Query(() => [CredentialsType], {
    description:
      'The types of credentials, with the members of each; also at `/schemas/credential-types.json`.',
  })
  async credentialTypes(): Promise<readonly CredentialsType[]> {
    return (await formDescriptions()).credentialTypes;
  }
}
