import type { Flow } from '../engine/index.js';
import {
  ReplayOutcomeKind,
  ReplayReason,
  type BlockDifference,
  type ReplayedChat,
  type ReplayReport,
} from '../schema/replayReport.js';
import type { ReplayOutcome } from './replayChat.js';

/** The most characters of what was shown that a report has. */
const MAX_SHOWN = 2_000;

type Made = Omit<ReplayReport, 'found' | 'nextCursor'>;

/** A report of chats that are replayed one after the other. */
export interface OpenReport {
  add(resultId: string | null, outcome: ReplayOutcome): void;
  /** How many chats went which way, without what differs in each. */
  soFar(): Made;
  made(): Made;
}

/** Opens the report of chats that are replayed with a flow. */
export function openReplayReport(flow: Flow): OpenReport {
  const chats: ReplayedChat[] = [];
  const blocks = new Map<string, BlockDifference>();
  let same = 0;
  const add: OpenReport['add'] = (resultId, outcome) => {
    const chat = { resultId, ...shownOf(outcome) };
    if (!chat.reason) return void (same += 1);
    chats.push(chat);
    const { blockId, reason } = chat;
    const key = `${reason} ${blockId}`;
    const groupTitle = flow.block(blockId ?? '')?.group.title;
    const known = blocks.get(key) ?? { blockId, groupTitle, reason, chats: 0 };
    blocks.set(key, { ...known, chats: known.chats + 1 });
  };
  const count = (kind: ReplayOutcomeKind) => chats.filter(({ outcome }) => outcome === kind).length;
  const soFar = (): Made => ({
    total: same + chats.length,
    same,
    different: count(ReplayOutcomeKind.DIFFERENT),
    stuck: count(ReplayOutcomeKind.STUCK),
    unknown: count(ReplayOutcomeKind.UNKNOWN),
    byBlock: [],
    chats: [],
  });
  const byBlock = () => [...blocks.values()].sort((one, other) => other.chats - one.chats);
  return { add, soFar, made: () => ({ ...soFar(), byBlock: byBlock(), chats }) };
}

function shownOf(outcome: ReplayOutcome): Omit<ReplayedChat, 'resultId'> {
  const kind = ReplayOutcomeKind[outcome.outcome];
  if (outcome.outcome === 'SAME') return { outcome: kind };
  const { turn, blockId } = outcome;
  if (outcome.outcome === 'UNKNOWN') {
    return { outcome: kind, turn, blockId, reason: ReplayReason[outcome.reason] };
  }
  const [was, is] = [outcome.was, outcome.is].map((text) => text?.slice(0, MAX_SHOWN));
  return { outcome: kind, turn, blockId, reason: ReplayReason[outcome.kind], was, is };
}
