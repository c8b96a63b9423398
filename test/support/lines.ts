import type { StepResult } from '../../src/engine/interpreter/step.js';
import type { TurnRecord } from '../../src/engine/interpreter/turnRecord.js';
import type { TurnEvent } from '../../src/engine/reply/reply.js';
import { linesOf } from '../../src/simulation/chatLines.js';

/** A turn as readable lines: its events, or why it was refused. */
export function linesOfTurn({ events, refusal }: Pick<StepResult, 'events' | 'refusal'>): string[] {
  return refusal
    ? [`refused: ${refusal.reason}: ${refusal.what}: ${refusal.why}`]
    : linesOf(events);
}
export { linesOf } from '../../src/simulation/chatLines.js';

/**
 * A turn as lines with everything that callers see and that is stored: the ids of blocks, whole inputs, the bubble before an
 * action, the parsed reply, and the records of answers and results.
 */
export function fullLinesOf({ events, records, refusal }: StepResult): string[] {
  if (refusal) return linesOfTurn({ events, refusal });
  return [...events.flatMap(shown), ...records.map(kept)];
}

function shown(event: TurnEvent): string[] {
  const [line = ''] = linesOf([event]);
  switch (event.kind) {
    case 'message':
      return [line.replace(':', ` ${event.message.id}:`)];
    case 'input': {
      const { id, type, ...rest } = event.input;
      return [`? ${type} ${id}: ${JSON.stringify(rest)}`];
    }
    case 'action': {
      const { lastBubbleBlockId } = event.action;
      return [lastBubbleBlockId === undefined ? line : `${line}, after ${lastBubbleBlockId}`];
    }
    case 'log':
      return [
        event.log.details ? `${line} ${JSON.stringify(event.log.details)}` : line,
        ...(event.details === undefined ? [] : [`kept of it: ${JSON.stringify(event.details)}`]),
      ];
    case 'progress':
      return [`progress: ${event.progress}`];
    case 'turnEnd': {
      const { isEnded, lastMessageNewFormat: format } = event;
      return [
        ...(format === undefined ? [] : [`understood: ${format}`]),
        ...(isEnded ? ['end'] : []),
      ];
    }
    default:
      return [line];
  }
}

function kept(record: TurnRecord): string {
  if (record.kind === 'recordAnswer') {
    const { resultId, blockId, content, attachedFileUrls } = record;
    const files = attachedFileUrls ? ` with ${attachedFileUrls.join(', ')}` : '';
    return `kept in ${resultId}: ${blockId} = ${content}${files}`;
  }
  if (record.kind === 'handOver') return `handed over: ${JSON.stringify(record)}`;
  const { resultId, variables, hasStarted, isCompleted } = record;
  const values = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
  const state = isCompleted ? ', completed' : hasStarted ? ', started' : '';
  return `${resultId}: ${JSON.stringify(values)}${state}`;
}
