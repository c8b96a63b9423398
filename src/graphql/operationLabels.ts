/** Characters of an operation's name in a log line, at most. */
export const NAME_SHOWN = 100;

/** Names that become labels, at most: those of trusted documents, and others. */
const MOST = { trusted: 1_000, others: 200 } as const;

/** The labels of operations without a name and of those beyond the limit. No name can contain parentheses. */
const NONE = '(none)';
const OTHER = '(other)';

/** Returns the label of an operation in metrics, by its name. */
export type LabelOf = (name: string | undefined) => string;

/**
 * Opens the labels of one process. Callers choose names, so their number is limited: trusted documents have a share, and among others those
 * that come first.
 */
export function openOperationLabels(trusted: readonly string[]): LabelOf {
  const known = new Set(trusted.slice(0, MOST.trusted));
  const maxLabels = known.size + MOST.others;
  return (name) => {
    if (name === undefined) return NONE;
    if (known.has(name)) return name;
    if (known.size >= maxLabels || name.length > NAME_SHOWN) return OTHER;
    known.add(name);
    return name;
  };
}
