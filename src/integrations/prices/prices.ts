import type { Log } from '../../log/log.js';
import type { RequestUse } from '../models/usage.js';
import type { Price } from './priceTable.js';

/** The prices of requests to AI vendors. */
export interface Prices {
  /** The cost of a request, in US dollars; 0 for a model without a price, which is logged once. */
  costOf(use: RequestUse): number;
  /** The price of a model today, if there is one. */
  priceOf(model: Pick<RequestUse, 'vendor' | 'model'>): Price | undefined;
}

/** Models without a price that are logged, at most: their names may come from visitors. */
const MOST_LOGGED = 1_000;

/** Opens prices. If several lists have a model, the first list counts. */
export function openPrices(
  lists: readonly (readonly Price[])[],
  log: Pick<Log, 'info'>,
  today: () => string = () => new Date().toISOString().slice(0, 10),
): Prices {
  const indexes = lists.map(byName);
  const logged = new Set<string>();
  const priceOf: Prices['priceOf'] = ({ vendor, model = '' }) => {
    const names = [model, model.replace(SNAPSHOT, '')].map((modelName) =>
      nameOf({ vendor, model: modelName }),
    );
    const found = indexes.flatMap((list) => names.map((name) => list.get(name)));
    const prices = found.find((candidate) => candidate !== undefined);
    return prices?.filter(({ from }) => from <= today()).sort(latestFirst)[0];
  };
  return {
    priceOf,
    costOf(use) {
      if (use.cost !== undefined) return use.cost;
      const price = priceOf(use);
      if (price) return costAt(price, use);
      const name = nameOf({ vendor: use.vendor, model: (use.model ?? '').slice(0, 100) });
      if (logged.has(name) || logged.size >= MOST_LOGGED) return 0;
      logged.add(name);
      log.info({ model: name }, 'this model has no price here: its requests count no money');
      return 0;
    },
  };
}

/** Matches the date of a snapshot at the end of a model's name. */
const SNAPSHOT = /-(?:latest|\d{4}-\d{2}-\d{2}|\d{8}|\d{4})$/;

function nameOf({ vendor, model }: Pick<Price, 'vendor' | 'model'>): string {
  return `${vendor}/${model}`;
}

function byName(list: readonly Price[]): Map<string, Price[]> {
  const known = new Map<string, Price[]>();
  for (const price of list) {
    const name = nameOf(price);
    known.set(name, [...(known.get(name) ?? []), price]);
  }
  return known;
}

function latestFirst(left: Price, right: Price): number {
  return left.from < right.from ? 1 : -1;
}

function costAt(price: Price, use: RequestUse): number {
  const { prompt = 0, completion = 0, characters = 0, minute = 0, request = 0 } = price;
  const millions =
    prompt * (use.prompt ?? 0) +
    completion * (use.completion ?? 0) +
    characters * (use.characters ?? 0);
  return millions / 1_000_000 + (minute * (use.seconds ?? 0)) / 60 + request;
}
