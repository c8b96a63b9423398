import type { ReactNode } from 'react';

/** A choice among a few values, whose name is for screen readers alone. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  choose,
}: {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly choose: (value: Value) => void;
}): ReactNode {
  return (
    <label>
      <span className="hidden">{label}</span>
      {/* The values are those of the options. */}
      <select value={value} onChange={({ target }) => choose(target.value as Value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
