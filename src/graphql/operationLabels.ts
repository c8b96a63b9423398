/** The longest name of an operation in a log line, in characters. */
export const NAME_SHOWN = 100;

/** How many names a process tells apart: of trusted documents, and of all others. */
const MOST = { trusted: 1_000, others: 200 } as const;

/** The label of operations without a name, and of those beyond the limit. No operation has a name like these. */
const NONE = '(none)';
const OTHER = '(other)';

/** The label of an operation in metrics, by its name. */
export type LabelOf = (name: string | undefined) => string;

/**
 * Opens the labels of one process. Callers choose the names, so that only a limited number of them become labels: those of trusted
 * documents, and of all others those that come first.
 */
export function openOperationLabels(trusted: readonly string[]): LabelOf {
  const known = new Set(trusted.slice(0, MOST.trusted));
  const most = known.size + MOST.others;
  return (name) => {
    if (name === undefined) return NONE;
    if (known.has(name)) return name;
    if (known.size >= most || name.length > NAME_SHOWN) return OTHER;
    known.add(name);
    return name;
  };
}
