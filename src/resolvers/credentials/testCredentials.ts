import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';
import { openForForms } from './openForForms.js';

@InputType({ description: 'Which credentials to try.' })
class TestCredentialsInput extends MutationInput {
  @Field(() => ID, 'The workspace they are of.') workspaceId: string;
  @Field(() => ID, 'The credentials.') credentialsId: string;
}

@ObjectType({ description: 'Whether credentials work.' })
class TestCredentialsPayload extends Payload {
  @NullableField(() => Boolean, {
    description: 'Whether the service took them; null where it has nothing that only tries them.',
  })
  isWorking?: boolean | undefined;

  @NullableField(() => String, 'What was found, and what to do about it, in one sentence.')
  message?: string;
}

/** Tries credentials with a request to their service that changes nothing. */
@Resolver()
export class TestCredentials {
  @Mutation(() => TestCredentialsPayload, {
    description: 'Tries credentials with a request to their service that changes nothing there.',
  })
  async testCredentials(
    @Arg('input', () => TestCredentialsInput, { description: 'Which credentials to try.' })
    { workspaceId, credentialsId }: TestCredentialsInput,
    @Ctx() context: Context,
  ): Promise<Partial<TestCredentialsPayload>> {
    const { open } = await openForForms(context, { workspaceId, credentialsId });
    const found = await open();
    if (!found) throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
    return context.accounts.test(found);
  }
}
