import { ObjectType } from 'type-graphql';
import { isJsonRecord } from '../engine/index.js';
import { credentialsFields } from './credentialsData.js';
import { Field, NullableField } from './field.js';
import { Json } from './scalars.js';

/** A member of the data of credentials, as far as it may be read. */
@ObjectType({
  description: 'A member of the data of credentials that is set, as far as it may be read back.',
})
export class CredentialsMember {
  @Field(() => String, 'Its path, as `credentialTypes` describes it.') path: string;
  @Field(() => Boolean, 'Whether it is a secret, which is never read back.') isSecret: boolean;
  @NullableField(() => Json, 'Its value; null for a secret.') value: unknown;

  @NullableField(() => String, {
    description:
      'The last characters of a secret, by which people recognise it; null where it is too short for that, or no key.',
  })
  ending: string | null;
}

/** The members of data that are set: what is no secret with its value, secrets with their last characters. */
export function readableMembers(type: string, data: unknown): CredentialsMember[] {
  const shown = credentialsFields(type).filter(({ control }) => control !== 'SECTION');
  const members = new Map<string, CredentialsMember>();
  for (const { path, isSecret, control } of shown) {
    const value = memberAt(data, path);
    if (value === undefined || value === null || value === '') continue;
    const ending = isSecret && control === 'TEXT' ? endingOf(String(value)) : null;
    members.set(path, { path, isSecret, value: isSecret ? null : value, ending });
  }
  return [...members.values()];
}

/** A member of data by its path, such as `live.secretKey`; undefined if there is none. */
export function memberAt(data: unknown, path: string): unknown {
  return path.split('.').reduce(memberOf, data);
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonRecord(value) ? value[name] : undefined;
}

/** Four characters, of a secret of which they give away less than a quarter. */
function endingOf(secret: string): string | null {
  return secret.length > 16 ? secret.slice(-4) : null;
}
