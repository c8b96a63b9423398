/** The most that may be taken of AI in a month, by what is limited, as in `bot.tokens`. */
export type AiBudgets = ReadonlyMap<string, number>;

const ENTRY =
  /^((?:chat|bot|workspace)\.(?:(?:tokens|calls|milliseconds)(?==\d+$)|cost))=((?:0|[1-9]\d{0,9})(?:\.\d{1,6})?)$/;

/** Reads budgets like `chat.tokens=50000,workspace.cost=12.50`, with money in US dollars; gives the part that is none. */
export function parseAiBudgets(text: string): AiBudgets | string {
  const budgets = new Map<string, number>();
  const parts = text.split(',').map((one) => one.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const [, name, most] = ENTRY.exec(part) ?? [];
    if (name === undefined) return part;
    budgets.set(name, Number(most));
  }
  return budgets;
}
