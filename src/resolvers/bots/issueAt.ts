import { brief, placeText, type FlowDefinition } from '../../engine/index.js';
import { botIssues, type BotIssue, type BotIssueCode } from '../../schema/botIssue.js';

type Group = FlowDefinition['groups'][number];
type Block = Group['blocks'][number];

/** The place of an issue in a flow; empty for the whole flow. */
export interface Where {
  readonly group?: Group;
  readonly block?: Block;
  readonly index?: number;
  readonly edgeId?: string | undefined;
}

/** Makes an issue. `about` is the name or id that it concerns; by default the edge. */
export function issue(code: BotIssueCode, at: Where = {}, about?: string): BotIssue {
  const { level, means } = botIssues[code];
  const { group, block, edgeId = null } = at;
  const subject = subjectOf(about ?? edgeId);
  const meaning = subject === null ? means : `${means} (${subject})`;
  return {
    level,
    code,
    message: `${placeOf(at)}${meaning}`,
    groupId: group?.id ?? null,
    blockId: block?.id ?? null,
    edgeId,
    subject,
  };
}

function subjectOf(about: string | null): string | null {
  return about === null ? null : brief(about);
}

/** The place of an issue as editors display it. */
function placeOf({ group, block, index = 0 }: Where): string {
  if (!group) return '';
  return block ? `${placeText({ group, block, index })}: ` : `Group "${brief(group.title)}": `;
}
