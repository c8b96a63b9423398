import { type TimeFilter, TIMES } from '../results/resultFilter.js';

/** Which figures are shown. */
export interface Figures {
  readonly timeFilter: TimeFilter;
  /** The version with which chats began; null for all. */
  readonly versionId: string | null;
  /** The version that it is compared with; null for none. */
  readonly againstId: string | null;
}

const USUAL: TimeFilter = 'LAST_30_DAYS';

/** What an address says. */
export function figuresIn(params: URLSearchParams): Figures {
  const time = params.get('time');
  return {
    timeFilter: TIMES.find(([one]) => one === time)?.[0] ?? USUAL,
    versionId: params.get('version'),
    againstId: params.get('against'),
  };
}

/** What the address has to say; what is usual is left out. */
export function figuresAddress({ timeFilter, versionId, againstId }: Figures) {
  const parts = { time: timeFilter === USUAL ? null : timeFilter, version: versionId };
  return Object.entries({ ...parts, against: againstId }).flatMap(
    ([name, value]): [string, string][] => (value === null ? [] : [[name, value]]),
  );
}
