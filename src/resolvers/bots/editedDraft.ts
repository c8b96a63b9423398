import { invalid, Failure } from '../../errors/errors.js';
import type { Issue } from '../../checks/issue.js';
import type { Bot } from '../../schema/bot.js';
import {
  editFaults,
  EditRefused,
  editSteps,
  settleVariables,
  stripUnknownCredentials,
  type FlowDefinition,
  type FlowEdit,
} from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';

/** Fails with `VALIDATION` if there are issues. Their paths are relative to `member` of the input. */
export function assertNoIssues(issues: readonly Issue[], member: string): void {
  if (issues.length === 0) return;
  throw invalid(issues.map(({ path, message }) => ({ path: [member, ...path], message })));
}

/** Milliseconds by which a sent `updatedAt` may be older than the stored one, because clocks differ (docs/spec-choices.md, "Bots"). */
const CLOCK_GRACE = 5_000;

/** Refuses, with `BOT_CHANGED`, to overwrite changes that the writer has not seen. */
export function assertUnchanged(
  bot: Bot,
  seen: Date | undefined,
  revision: number | null | undefined,
): void {
  const isOlder = seen !== undefined && bot.updatedAt.getTime() - seen.getTime() > CLOCK_GRACE;
  const isOther = typeof revision === 'number' && revision !== bot.revision;
  if (!isOlder && !isOther) return;
  throw new Failure(
    'BOT_CHANGED',
    `The bot was changed at ${bot.updatedAt.toISOString()} and is at revision ${bot.revision}; load it again`,
  );
}

/** A draft after edits, the edits as they were applied, and those that undo them. */
interface EditedDraft {
  readonly flow: FlowDefinition;
  readonly edits: readonly FlowEdit[];
  readonly inverse: readonly FlowEdit[];
  /** How many texts name a variable by its new name. */
  readonly renamedTexts: number;
}

/**
 * Applies edits to a draft, and the changes that the server makes to every draft. `usable` are the ids of the credentials that the caller
 * may use. Fails with the path of the faulty edit.
 */
export async function editedDraft(
  before: FlowDefinition,
  sent: readonly FlowEdit[],
  usable: ReadonlySet<string>,
): Promise<EditedDraft> {
  assertPossible(before, sent);
  try {
    const edited = await unhurried(editSteps(before, sent));
    assertNoIssues(await unhurried(editFaults([before, edited.flow], sent)), 'edits');
    const settling = settlingEdits(edited.flow, usable);
    assertPossible(edited.flow, settling);
    const { flow, inverse } = await unhurried(editSteps(edited.flow, settling));
    const back = [...inverse, ...edited.inverse];
    const renamedTexts = edited.renamed?.texts ?? 0;
    return { flow, edits: [...sent, ...settling], inverse: back, renamedTexts };
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    throw invalid([{ path: ['edits', ...error.path], message: error.message }]);
  }
}

function assertPossible(flow: FlowDefinition, edits: readonly FlowEdit[]): void {
  const maxEdits = mostEdits(flow);
  if (searchesOf(edits) <= maxEdits) return;
  const message = `A flow of this size takes ${maxEdits} edits at once; renaming a variable counts as ${RENAMING}`;
  throw invalid([{ path: ['edits'], message }]);
}

/** How often edits search all parts of a flow: once each, and renaming a variable reads all texts in them. */
export function searchesOf(edits: readonly FlowEdit[]): number {
  return edits.reduce((sum, edit) => sum + ('renameVariable' in edit ? RENAMING : 1), 0);
}

const RENAMING = 100;

/** Searches that one request may make. Each searches all parts, so large flows take fewer. */
export function mostEdits({ events, groups, edges, variables }: FlowDefinition): number {
  const blocks = groups.reduce((count, group) => count + group.blocks.length, 0);
  const parts = events.length + groups.length + blocks + edges.length + variables.length;
  return Math.floor(MAX_SEARCHED / parts);
}

/** In parts: about half a second of searching. */
const MAX_SEARCHED = 10_000_000;

/**
 * The changes that the server makes to every draft, as edits: it removes unknown credentials and settles the variables that answers fill.
 */
function settlingEdits(flow: FlowDefinition, usable: ReadonlySet<string>): FlowEdit[] {
  const settled = settleVariables(stripUnknownCredentials(flow, usable));
  const blocks = settled.groups.flatMap((group, groupIndex) =>
    group.blocks.filter((block, index) => block !== flow.groups[groupIndex]?.blocks[index]),
  );
  const variables = settled.variables.filter(
    (variable, index) => variable !== flow.variables[index],
  );
  return [
    ...blocks.map((value): FlowEdit => ({ put: { part: 'block', value } })),
    ...variables.map((value): FlowEdit => ({ put: { part: 'variable', value } })),
  ];
}
