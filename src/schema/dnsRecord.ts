import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A line of a DNS zone.' })
export class DnsRecord {
  @Field(() => String, { description: 'The type of the record, such as CNAME.' })
  type: string;

  @Field(() => String, { description: 'The host it is for.' })
  name: string;

  @Field(() => String, { description: 'What it says.' })
  value: string;
}

/** The description of every field that lists the records of a domain. */
export const RECORDS =
  'What to write into the DNS: first the proof, then where it leads; empty when this server does not know its own host.';
