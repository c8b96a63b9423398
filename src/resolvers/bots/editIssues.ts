import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { BotIssue } from '../../schema/botIssue.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { EditFlowPayload } from './editFlowPayload.js';
import { issuesIn, MAX_ISSUES } from './issuesOf.js';

/** How edits changed the issues of a draft. */
@ObjectType({ description: 'How edits changed what is wrong with a draft.' })
export class IssueChanges {
  @Holds(10)
  @Field(() => [BotIssue], { description: 'What was not wrong before, at most 200 things.' })
  added: readonly BotIssue[];

  @Holds(10)
  @Field(() => [BotIssue], { description: 'What is no longer wrong, at most 200 things.' })
  resolved: readonly BotIssue[];
}

/** What is newly wrong with a draft after edits, and what no longer is; found only when asked for. */
@Resolver(() => EditFlowPayload)
export class EditIssues {
  @Costs(2 * DOCUMENT)
  @FieldResolver(() => IssueChanges, {
    nullable: true,
    description: 'What the edits changed of what is wrong with the draft.',
  })
  async issueChanges(
    @Root() { bot, before }: EditFlowPayload,
    @Ctx() context: Context,
  ): Promise<IssueChanges | null> {
    if (!bot || !before) return null;
    const were = await issuesIn(context, { bot, draft: before, most: MOST_COMPARED });
    const are = await issuesIn(context, { bot, draft: bot.draft, most: MOST_COMPARED });
    return { added: missingIn(were, are), resolved: missingIn(are, were) };
  }
}

/** Of a draft with more issues than this the last ones are not compared. */
const MOST_COMPARED = 5_000;

/** The issues of the second list that the first one does not have. */
function missingIn(known: readonly BotIssue[], issues: readonly BotIssue[]): BotIssue[] {
  const keys = new Set(known.map(keyOf));
  return issues.filter((issue) => !keys.has(keyOf(issue))).slice(0, MAX_ISSUES);
}

/** The same for an issue whose place has another title or index, or whose block is in another group. */
function keyOf({ code, groupId, blockId, edgeId, subject }: BotIssue): string {
  return JSON.stringify([code, blockId ?? groupId, edgeId, subject]);
}
