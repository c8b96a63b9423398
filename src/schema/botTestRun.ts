import { ID, Int, ObjectType } from 'type-graphql';
import { enumOf } from './enums.js';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';

/** How a test went. */
export const TestOutcome = enumOf('TestOutcome', 'How a written test of a bot went.', {
  PASSED: 'Everything was as it says.',
  FAILED: 'Something went another way.',
  NOT_RUN: 'The time for tests was over before.',
});
export type TestOutcome = keyof typeof TestOutcome;

@ObjectType({ description: 'How many parts of a kind tests or explored chats came through.' })
export class CoveredParts {
  @Field(() => Int, 'Parts that a chat came through.') covered: number;
  @Field(() => Int, 'All parts of the kind.') total: number;

  @Holds(100)
  @Field(() => [ID], 'The ids of the others, at most 1000.')
  missingIds: readonly string[];
}

@ObjectType({ description: 'The parts of a flow that tests or explored chats came through.' })
export class FlowCoverage {
  @Field(() => CoveredParts, 'Its groups.') groups: CoveredParts;
  @Field(() => CoveredParts, 'Its blocks.') blocks: CoveredParts;
  @Field(() => CoveredParts, 'Its edges.') edges: CoveredParts;

  @Field(() => CoveredParts, {
    description:
      'Both ways in which each comparison of its conditions can come out; missing are the items of these comparisons.',
  })
  outcomes: CoveredParts;
}

@ObjectType({ description: 'How one test went.' })
export class BotTestResult {
  @Field(() => String, 'Its name.') name: string;
  @Field(() => TestOutcome, 'How it went.') outcome: TestOutcome;

  @NullableField(() => Int, {
    description: 'The step that went another way, from 1; 0 for the start. Null unless it failed.',
  })
  step: number | null;

  @NullableField(() => String, 'What went another way, in a sentence; null unless it failed.')
  message: string | null;

  @Holds(20)
  @Field(() => [String], {
    description:
      'The difference: lines with `-` for what was expected, and `+` for what came. Of the first 20 tests that failed.',
  })
  diff: readonly string[];

  @Holds(100)
  @Field(() => [String], {
    description: 'The conversation up to the difference. Of the first 20 tests that failed.',
  })
  transcript: readonly string[];
}

@ObjectType({ description: 'How the tests of a bot went.' })
export class BotTestRun {
  @Field(() => Int, 'Tests that passed.') passed: number;
  @Field(() => Int, 'Tests that failed.') failed: number;
  @Field(() => Int, 'Tests for which there was no time.') notRun: number;

  @Holds(100)
  @Field(() => [BotTestResult], 'How each went, in the order of their names.')
  results: readonly BotTestResult[];

  @Field(() => FlowCoverage, 'What those that passed came through, all together.')
  coverage: FlowCoverage;
}
