/** Settles after so many milliseconds, and at once when the chat is left. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', settle);
      resolve();
    };
    const timer = setTimeout(settle, milliseconds);
    signal.addEventListener('abort', settle);
  });
}
