import { ID, Int, ObjectType } from 'type-graphql';
import { z } from 'zod';
import type { BotTest } from '../engine/index.js';
import { BotTestDocument } from './botTest.js';
import { FlowCoverage } from './botTestRun.js';
import { enumOf } from './enums.js';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';
import { scalarOf } from './scalar.js';

/** How many turns an exploration takes. */
export const ExploreTurns = scalarOf({
  name: 'ExploreTurns',
  description: 'A whole number from 1 to 100000.',
  schema: z.number().int().min(1).max(100_000),
});

/** How long an exploration may take. */
export const ExploreSeconds = scalarOf({
  name: 'ExploreSeconds',
  description: 'A whole number of seconds from 1 to 60.',
  schema: z.number().int().min(1).max(60),
});

/** Why an exploration ended. */
export const ExplorationEnd = enumOf('ExplorationEnd', 'Why an exploration ended.', {
  NOTHING_NEW: 'A long time went by without anything new. There may be more that was not found.',
  TURNS: 'It took as many turns as it might.',
  STOPPED: 'Its time was over.',
  VALUES_TOO_LARGE:
    'Nothing new came, and chats whose values took too much room were not gone on with. There is more that was not tried.',
});
export type ExplorationEnd = keyof typeof ExplorationEnd;

/** What can be wrong with an explored chat, in the words with which people read it. */
export const FAULTS = {
  SILENT_END: 'The chat ends after its start or an answer, and nothing is said',
  NO_WAY_ON: 'No answer that was tried leads on from this input',
  ERROR_LOGGED: 'An error is logged although all that was asked outside went well',
  LIMIT_MET: 'A turn is stopped because it is too much work',
  REPLY_TOO_LARGE: 'A reply has more text than anybody reads',
  VALUE_MISSING: 'A text shows a variable that has no value',
  CALL_REFUSED: 'The call of the visitor fails',
} as const;

/** The stable name of such a fault. */
export const ExplorationFault = enumOf(
  'ExplorationFault',
  'What is wrong with an explored chat.',
  FAULTS,
);
export type ExplorationFault = keyof typeof ExplorationFault;

@ObjectType({ description: 'A group that no explored chat came to.' })
export class GroupNotReached {
  @Field(() => ID, 'The group.') groupId: string;

  @NullableField(() => ID, {
    description: 'The nearest edge towards it that no chat took; null if none leads there.',
  })
  edgeId: string | null;

  @NullableField(() => ID, 'The block that this edge leaves.') blockId: string | null;
  @NullableField(() => ID, 'The item of it that the edge leaves.') itemId: string | null;
  @Field(() => String, 'What is missing, in a sentence.') message: string;
}

@ObjectType({ description: 'The shortest explored chat that was found for something.' })
export class FoundChat {
  @Field(() => Boolean, {
    description:
      'Whether something outside was answered with a made-up sample on the way, so that real answers may do better.',
  })
  isSampled: boolean;

  @Holds(30)
  @Field(() => [String], 'The chat, line by line.')
  transcript: readonly string[];

  @NullableField(() => BotTestDocument, {
    description:
      'The same chat as a written test, whose author adds what should happen; null where chance did not repeat it.',
  })
  test: BotTest | null;
}

@ObjectType({ description: 'Something wrong that an exploration found, with a short chat to it.' })
export class ExplorationFailure extends FoundChat {
  @Field(() => ExplorationFault, 'What is wrong.') code: ExplorationFault;
  @Field(() => String, 'The same for a person, with what it is about.') message: string;
  @NullableField(() => ID, 'The group where it is.') groupId: string | null;
  @NullableField(() => ID, 'The block where it is.') blockId: string | null;
}

@ObjectType({ description: 'What conversations that nobody wrote showed of a flow.' })
export class Exploration {
  @Field(() => String, 'What its random choices follow from.') seed: string;
  @Field(() => Int, 'Turns that it took.') turns: number;
  @Field(() => Int, 'Chats that it began, or branched off from another.') chats: number;

  @Field(() => Int, {
    description:
      'Situations that differ in where the chat is, which variables have a value, or how conditions come out.',
  })
  states: number;

  @NullableField(() => ExplorationEnd, 'Why it ended; null while it runs.')
  end: ExplorationEnd | null;

  @Field(() => FlowCoverage, 'What its chats came through.') coverage: FlowCoverage;

  @NullableField(() => FlowCoverage, {
    description:
      'What its chats and the stored tests that pass came through together; null while it runs, and unless `withTests` asks for it.',
  })
  coverageWithTests: FlowCoverage | null;

  @Holds(100)
  @Field(() => [GroupNotReached], 'Groups to which no chat came, at most 200; empty while it runs.')
  notReached: readonly GroupNotReached[];

  @Holds(50)
  @Field(() => [ExplorationFailure], 'What went wrong, at most 50 things; empty while it runs.')
  failures: readonly ExplorationFailure[];
}
