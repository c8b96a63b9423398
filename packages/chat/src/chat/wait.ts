/** Waits for some milliseconds, or until the chat is closed. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await until(signal, (settle) => {
    const timer = setTimeout(settle, milliseconds);
    return () => clearTimeout(timer);
  });
}

/** Waits until `settle` is called, or the chat is closed. `begin` returns what is to be done then. */
export async function until(
  signal: AbortSignal,
  begin: (settle: () => void) => () => void,
): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      end();
      signal.removeEventListener('abort', settle);
      resolve();
    };
    const end = begin(settle);
    signal.addEventListener('abort', settle);
  });
}
