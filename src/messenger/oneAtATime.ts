/** Work that runs once at a time: whoever asks while it runs is served by the next run, together with all others who ask. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return async () => {
    next ??= running.then(() => {
      running = work();
      next = undefined;
      return running;
    });
    await next;
  };
}
