import { ID, ObjectType, registerEnumType } from 'type-graphql';
import { issueCodes, type IssueCode, type IssueLevel } from '../engine/index.js';
import { Field, NullableField } from './field.js';
import { IssueFix } from './issueFix.js';
import { IssuePlace } from './issuePlace.js';
import { IssueWay } from './issueWay.js';
import { Holds } from './queryCost.js';

const BotIssueCodeEnum = Object.fromEntries(Object.keys(issueCodes).map((code) => [code, code]));
const IssueLevelEnum = { ERROR: 'ERROR', WARNING: 'WARNING', HINT: 'HINT' } as const;

registerEnumType(BotIssueCodeEnum, {
  name: 'BotIssueCode',
  description: 'What is wrong with a draft.',
  valuesConfig: Object.fromEntries(
    Object.entries(issueCodes).map(([code, { level, title, why, advice }]) => [
      code,
      { description: `${level}. ${title}: ${why}. ${advice}.` },
    ]),
  ),
});
registerEnumType(IssueLevelEnum, {
  name: 'IssueLevel',
  description: 'How bad it is.',
  valuesConfig: {
    ERROR: { description: 'Chats that come here do not do what was meant.' },
    WARNING: {
      description: 'Chats go on; something in the flow is of no use, or goes wrong for some.',
    },
    HINT: { description: 'It may be meant so; worth a look.' },
  },
});

/** An issue of a draft, and its place; it does not prevent publishing. */
@ObjectType({ description: 'Something that is wrong with a draft, and where.' })
export class BotIssue {
  @Field(() => IssueLevelEnum, 'How bad it is.') level: IssueLevel;
  @Field(() => BotIssueCodeEnum, 'What is wrong.') code: IssueCode;

  @Field(() => String, 'The same for a person: where it is, what it is about, and what to do.')
  message: string;

  @NullableField(() => ID, 'The group it is in.') groupId: string | null;
  @NullableField(() => ID, 'The block it is in.') blockId: string | null;
  @NullableField(() => ID, 'The edge it is about.') edgeId: string | null;
  @NullableField(() => ID, 'The item of the block that it is about.') itemId: string | null;

  @NullableField(() => String, 'The member of the block, such as `options.webhook.url`.')
  path: string | null;

  @NullableField(() => String, {
    description:
      'The name or id that it is about, as in the message; of code, the mistake and its place there, such as `Unexpected token (line 2, column 5)`.',
  })
  subject: string | null;

  @Holds(2)
  @Field(() => [IssuePlace], {
    description:
      'Other places that it comes from, such as the item that covers this one; at most 10.',
  })
  related: readonly IssuePlace[];

  @NullableField(() => IssueWay, {
    description:
      'The shortest conversation that leads to it; null where none does, or it is in no block.',
  })
  way: IssueWay | null;

  @Holds(1)
  @Field(() => [IssueFix], 'What can be done about it with one call.')
  fixes: readonly IssueFix[];
}
