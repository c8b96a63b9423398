const MOST = 64;

/** The longest wait for a round trip to end, in milliseconds: one of its items may wait for a lock. */
const TIMEOUT = 20;

/**
 * SQL of a condition: whether a text is one of those that were gathered, a parameter. PostgreSQL counts the texts of a plain `any($1)`
 * before it chooses a plan, and so plans the statement at each execution, which costs three times the lookup. Behind a subquery one plan is
 * kept.
 */
export const isGathered = (texts: `$${number}`): string =>
  `= any((select ${texts}::text[])::text[])`;

/**
 * Sends an item at once while no round trip is running. Items that arrive during a round trip are sent together when it has ended. No item
 * waits for others to arrive, and the busier the database is, the fewer round trips it has (docs/adr/0006-guarded-write.md). `send`
 * receives at least one item and returns a promise for each.
 */
export function gather<Item, Result>(
  send: (items: readonly Item[]) => readonly Promise<Result>[],
): (item: Item) => Promise<Result> {
  const waiting: { readonly item: Item; readonly settle: (result: Promise<Result>) => void }[] = [];
  let isBusy = false;
  const sendNext = (): void => {
    if (isBusy || waiting.length === 0) return;
    const batch = waiting.splice(0, MOST);
    const results = send(batch.map(({ item }) => item));
    for (const [place, result] of results.entries()) batch[place]?.settle(result);
    isBusy = true;
    let isEnded = false;
    const endTrip = (): void => {
      if (isEnded) return;
      clearTimeout(timer);
      isEnded = true;
      isBusy = false;
      sendNext();
    };
    const timer = setTimeout(endTrip, TIMEOUT);
    void Promise.allSettled(results).then(endTrip);
  };
  return (item) =>
    new Promise((settle) => {
      waiting.push({ item, settle });
      sendNext();
    });
}
