import type { JSX } from 'preact';

/** The button that sends a form. */
export function SendButton({
  label,
  disabled,
}: {
  label: string;
  disabled?: boolean;
}): JSX.Element {
  return (
    <button type="submit" class="bot-button bot-send" disabled={disabled === true}>
      {label}
    </button>
  );
}
