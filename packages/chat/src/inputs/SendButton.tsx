import type { JSX } from 'preact';

/** The button that sends a form. */
export function SendButton({ label }: { label: string }): JSX.Element {
  return (
    <button type="submit" class="bot-button bot-send">
      {label}
    </button>
  );
}
