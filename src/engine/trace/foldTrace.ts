import type { Frame, Session } from '../interpreter/session.js';
import type { StateChange } from './stateChange.js';
import type { TraceEntry } from './traceEntry.js';

/** A session between two steps, without the turn that is open. */
export type FoldedSession = Omit<Session, 'open'>;

/**
 * The session after these entries. `before` is the one they began with; without it the entries have to begin with a
 * `state`, and nothing can be said where they do not.
 */
export function foldTrace(
  before: FoldedSession | undefined,
  entries: readonly TraceEntry[],
): FoldedSession | undefined {
  return entries.reduce<FoldedSession | undefined>((session, entry) => {
    const from = entry.kind === 'state' ? entry.state : session;
    return from && (entry.changes ?? []).reduce(apply, from);
  }, before);
}

function apply(session: FoldedSession, change: StateChange): FoldedSession {
  if (change.change === 'closed') {
    return { ...session, stack: session.stack.slice(0, change.depth) };
  }
  if (change.change === 'opened') {
    return { ...session, stack: [...session.stack.slice(0, change.depth), change.frame] };
  }
  if (change.change === 'said') {
    const { transcript = '' } = session;
    return { ...session, transcript: transcript.slice(0, change.kept) + change.added };
  }
  if (change.change === 'member') return withMember(session, change);
  const stack = session.stack.map((frame, depth) =>
    depth === change.depth ? withChange(frame, change) : frame,
  );
  return { ...session, stack };
}

type ChangeOf<C extends StateChange['change']> = Extract<StateChange, { change: C }>;

function withChange(
  frame: Frame,
  change: ChangeOf<'variable' | 'variables' | 'answer' | 'answers' | 'marks'>,
): Frame {
  switch (change.change) {
    case 'variable': {
      const { id, name, to: value, isSessionVariable } = change;
      const others = frame.variables.filter((state) => state.id !== id);
      const written = { id, name, value, ...(isSessionVariable && { isSessionVariable }) };
      return { ...frame, variables: [...others, written] };
    }
    case 'answer': {
      const { key, to: value } = change;
      const others = frame.answers.filter((answer) => answer.key !== key);
      return { ...frame, answers: [...others, { key, value }] };
    }
    case 'marks': {
      const { continuations, returnMark } = change;
      const { returnMark: _old, ...others } = frame;
      return { ...others, continuations, ...(returnMark && { returnMark }) };
    }
    case 'variables':
      return { ...frame, variables: change.variables };
    case 'answers':
      return { ...frame, answers: change.answers };
  }
}

/** The session with a member set, or without it where the new value is null. */
function withMember(session: FoldedSession, { member, to }: ChangeOf<'member'>): FoldedSession {
  const members = Object.entries(session).filter(([name]) => name !== member);
  // Only `changesBetween` makes such changes, from a session.
  return Object.fromEntries([...members, ...(to === null ? [] : [[member, to]])]) as FoldedSession;
}
