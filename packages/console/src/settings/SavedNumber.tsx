import type { ReactNode } from 'react';

/** A field for a number, which is saved when the person leaves it. What is no number, or is refused, gives way to what is stored. */
export function SavedNumber({
  stored,
  isNeeded = false,
  save,
  ...input
}: {
  readonly stored: number | null;
  /** Whether an empty field is no value. */
  readonly isNeeded?: boolean;
  /** Says whether it was saved. */
  readonly save: (value: number | null) => Promise<boolean>;
  readonly max?: number;
  readonly disabled: boolean;
  readonly placeholder?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
}): ReactNode {
  const leave = async (target: HTMLInputElement): Promise<void> => {
    const text = target.value;
    const value = text === '' ? null : Number(text);
    const isValue = target.validity.valid && !(isNeeded && value === null);
    if (isValue && value === stored) return;
    if (!isValue || !(await save(value))) target.value = String(stored ?? '');
  };
  return (
    <input
      {...input}
      // Remounts when the stored value changes, since the field is uncontrolled.
      key={stored}
      type="number"
      min={0}
      step="any"
      defaultValue={stored ?? ''}
      onBlur={({ target }) => void leave(target)}
    />
  );
}
