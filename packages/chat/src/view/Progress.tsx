import type { JSX } from 'preact';
import { useShown, useView } from './context.js';

/** The progress bar, if the theme shows one. */
export function Progress(): JSX.Element | null {
  const { theme, progress } = useShown();
  const { words } = useView();
  const { isEnabled, placement = 'Top', position = 'absolute' } = theme.general?.progressBar ?? {};
  if (isEnabled !== true) return null;
  const value = Math.round(progress ?? 0);
  return (
    <div
      class="bot-progress-bar-container"
      style={{ position, [placement === 'Top' ? 'top' : 'bottom']: 0 }}
      role="progressbar"
      aria-label={words.conversation}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div class="bot-progress-bar" style={{ width: `${value}%` }} />
    </div>
  );
}
