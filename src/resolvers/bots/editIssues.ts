import { Ctx, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { BotIssue } from '../../schema/botIssue.js';
import { Field } from '../../schema/field.js';
import { Costs, DOCUMENT, Holds } from '../../schema/queryCost.js';
import { EditFlowPayload } from './editFlow.js';
import { issuesIn, MAX_ISSUES } from './issuesOf.js';

/** How edits changed the issues of a draft. */
@ObjectType({ description: 'How edits changed what is wrong with a draft.' })
export class IssueChanges {
  @Holds(10)
  @Field(() => [BotIssue], 'What was not wrong before, at most 200 things.')
  added: readonly BotIssue[];

  @Holds(10)
  @Field(() => [BotIssue], 'What is no longer wrong, at most 200 things.')
  resolved: readonly BotIssue[];
}

/** The issues that edits added and resolved, computed only if they are selected. */
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
    const { draft, revision } = bot;
    const were = await issuesIn(context, bot, { draft: before, revision: revision - 1 });
    const are = await issuesIn(context, bot, { draft, revision });
    return { added: missingIn(were, are), resolved: missingIn(are, were) };
  }
}

/** The issues of the second list that the first one does not have. */
function missingIn(known: readonly BotIssue[], issues: readonly BotIssue[]): BotIssue[] {
  const keys = new Set(known.map(keyOf));
  return issues.filter((issue) => !keys.has(keyOf(issue))).slice(0, MAX_ISSUES);
}

/** Identifies an issue even if its part has moved or has another title. */
function keyOf({ code, groupId, blockId, edgeId, subject }: BotIssue): string {
  return JSON.stringify([code, blockId ?? groupId, edgeId, subject]);
}
