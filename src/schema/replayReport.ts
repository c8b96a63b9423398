import { ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Field, NullableField } from './field.js';
import { HoldsOnePage, LongText } from './queryCost.js';

/** How a chat would have gone with another flow. */
export enum ReplayOutcomeKind {
  SAME = 'SAME',
  DIFFERENT = 'DIFFERENT',
  STUCK = 'STUCK',
  UNKNOWN = 'UNKNOWN',
}

registerEnumType(ReplayOutcomeKind, {
  name: 'ReplayOutcome',
  description: 'How a chat would have gone with another flow.',
  valuesConfig: {
    SAME: { description: 'The visitor would have received the same.' },
    DIFFERENT: { description: 'The visitor would have received something else.' },
    STUCK: { description: 'An answer would not have been understood any more.' },
    UNKNOWN: {
      description: 'What is needed to tell was not kept, or a service is asked for something else.',
    },
  },
});

/** What differs, or why that is unknown. */
export enum ReplayReason {
  MESSAGE = 'MESSAGE',
  INPUT = 'INPUT',
  ACTION = 'ACTION',
  ENDS_EARLIER = 'ENDS_EARLIER',
  GOES_ON = 'GOES_ON',
  REFUSED = 'REFUSED',
  NOT_KEPT = 'NOT_KEPT',
  NEW_REQUEST = 'NEW_REQUEST',
  CHANGED_REQUEST = 'CHANGED_REQUEST',
  FLOW_GONE = 'FLOW_GONE',
}

registerEnumType(ReplayReason, {
  name: 'ReplayReason',
  description: 'What differs in a chat, or why that is unknown.',
  valuesConfig: {
    MESSAGE: { description: 'Another message, one more or one less.' },
    INPUT: { description: 'Another input, or one that offers something else.' },
    ACTION: { description: 'The client is to run something else.' },
    ENDS_EARLIER: { description: 'The chat went on then, and ends now.' },
    GOES_ON: { description: 'The chat ended then, and goes on now.' },
    REFUSED: { description: 'The message is refused.' },
    NOT_KEPT: { description: 'Something was too long or holds a secret, or was deleted.' },
    NEW_REQUEST: { description: 'A service is asked that was not asked then.' },
    CHANGED_REQUEST: { description: 'A service is asked for something else than then.' },
    FLOW_GONE: { description: 'A linked flow is no longer stored.' },
  },
});

@ObjectType({ description: 'How one chat would have gone.' })
export class ReplayedChat {
  @NullableField(() => ID, 'Its result.') resultId: string | null;
  @Field(() => ReplayOutcomeKind, 'How it would have gone.') outcome: ReplayOutcomeKind;

  @NullableField(() => ReplayReason, {
    description: 'What differs, or why that is unknown; null where it is the same.',
  })
  reason?: ReplayReason | undefined;

  @NullableField(() => Int, 'The turn in which it first shows.') turn?: number | undefined;
  @NullableField(() => ID, 'The block at which it shows.') blockId?: string | undefined;

  @LongText
  @NullableField(() => String, {
    description:
      'What was shown, as JSON, cut to 2 000 characters; null where nothing was, or the chat ended.',
  })
  was?: string | undefined;

  @LongText
  @NullableField(() => String, 'What is shown now, in the same way.')
  is?: string | undefined;
}

@ObjectType({ description: 'How many chats first differ at a block in one way.' })
export class BlockDifference {
  @NullableField(() => ID, 'The block; null where none is known.') blockId?: string | undefined;

  @NullableField(() => String, {
    description:
      'The title of its group, in the flow that was replayed or else in that of the draft.',
  })
  groupTitle?: string | undefined;

  @Field(() => ReplayReason, 'What differs, or why that is unknown.') reason: ReplayReason;
  @Field(() => Int, 'The number of chats.') chats: number;
}

@ObjectType({ description: 'What a flow would have said to visitors who had a chat with the bot.' })
export class ReplayReport {
  @Field(() => Int, {
    description: 'The number of chats to replay; fewer are replayed where the time is over before.',
  })
  found: number;

  @Field(() => Int, 'The number of chats that were replayed.') total: number;
  @Field(() => Int, 'How many of them go the same way.') same: number;
  @Field(() => Int, 'How many of them are different.') different: number;
  @Field(() => Int, 'How many of them are stuck.') stuck: number;
  @Field(() => Int, 'Of how many of them that is unknown.') unknown: number;

  @HoldsOnePage
  @Field(() => [BlockDifference], {
    description: 'What differs, by block, the most frequent first; empty while it runs.',
  })
  byBlock: readonly BlockDifference[];

  @HoldsOnePage
  @Field(() => [ReplayedChat], {
    description: 'The chats that do not go the same way, newest first; empty while it runs.',
  })
  chats: readonly ReplayedChat[];

  @NullableField(() => String, {
    description: 'Send it as `after` for the chats before these; null where there are no more.',
  })
  nextCursor?: string | null;
}
