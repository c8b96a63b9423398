import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import { isEqual } from '../flow/diff/changedPaths.js';
import type { LocatedBlock } from '../flow/flow.js';

/** Whether a block understands what a visitor sends, or a client reports, as another one does: only edges and looks may differ. */
export function hasSameMeaning(one: LocatedBlock['block'], other: LocatedBlock['block']): boolean {
  return isEqual(understanding(one), understanding(other));
}

/** The options of inputs that only change how these look, or what is said of an answer that is not valid. */
const LOOKS: ReadonlySet<string> = new Set([
  ...(['retryMessageContent', 'isLong', 'inputMode', 'buttonLabel'] as const),
  ...(['isSearchable', 'searchInputPlaceholder', 'areInitialSearchButtonsVisible'] as const),
]);

/** The members of a block that decide what it makes of a reply. */
function understanding({ options, ...block }: LocatedBlock['block'] & JsonRecord): unknown {
  return withoutEdges({
    ...block,
    options: isJsonRecord(options) ? withoutLooks(options) : options,
  });
}

function withoutLooks({ labels, ...options }: JsonRecord): JsonRecord {
  const kept = Object.entries(options).filter(([name]) => !LOOKS.has(name));
  // The words between two days are read in an answer.
  const separator = isJsonRecord(labels) ? labels['separator'] : undefined;
  return { ...Object.fromEntries(kept), separator };
}

function withoutEdges(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEdges);
  if (!isJsonRecord(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'outgoingEdgeId');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutEdges(member)]));
}
