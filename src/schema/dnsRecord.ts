import { ObjectType } from 'type-graphql';
import { Field } from './field.js';

@ObjectType({ description: 'A line of a DNS zone.' })
export class DnsRecord {
  @Field(() => String, 'The type of the record, such as CNAME.') type: string;
  @Field(() => String, 'The host it is for.') name: string;
  @Field(() => String, 'What it says.') value: string;
}

/** The description of every field that lists the records of a domain. */
export const RECORDS =
  'What to write into the DNS: first the proof, then where it leads; empty when this server does not know its own host.';
