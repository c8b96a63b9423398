/** How many items leave together at most. */
const TOGETHER = 64;

/** Nothing waits longer than this for a round trip to end, in milliseconds: one item may wait for a lock. */
const PATIENCE = 20;

/**
 * Sends an item at once while no other is under way. Those that arrive meanwhile leave together when that round trip has ended: none
 * waits for company, and the busier the database is, the fewer round trips it has (docs/adr/0060-turns-leave-together.md).
 * `send` gives a result for each of its items, of which there is at least one.
 */
export function gather<Item, Result>(
  send: (items: readonly Item[]) => readonly Promise<Result>[],
): (item: Item) => Promise<Result> {
  const waiting: { readonly item: Item; readonly settle: (result: Promise<Result>) => void }[] = [];
  let isBusy = false;
  const sendNext = (): void => {
    if (isBusy || waiting.length === 0) return;
    const leaving = waiting.splice(0, TOGETHER);
    const results = send(leaving.map(({ item }) => item));
    for (const [place, result] of results.entries()) leaving[place]?.settle(result);
    isBusy = true;
    let isOver = false;
    const goOn = (): void => {
      if (isOver) return;
      isOver = true;
      isBusy = false;
      sendNext();
    };
    const patience = setTimeout(goOn, PATIENCE);
    void Promise.allSettled(results).then(() => {
      clearTimeout(patience);
      goOn();
    });
  };
  return (item) =>
    new Promise((settle) => {
      waiting.push({ item, settle });
      sendNext();
    });
}
