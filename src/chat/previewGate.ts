import { Failure } from '../errors/errors.js';

/** How many turns of restricted previews one process takes at a time. */
export interface PreviewGateLimits {
  readonly perAddress: number;
  readonly inAll: number;
}

const PREVIEW_GATE: PreviewGateLimits = { perAddress: 4, inAll: 16 };

/** Runs a turn of a restricted preview for a client's address; fails with `PREVIEWS_BUSY` while too many run. */
export type PreviewGate = <T>(address: string, work: () => Promise<T>) => Promise<T>;

class PreviewsBusy extends Failure {
  constructor() {
    super('PREVIEWS_BUSY', 'Too many restricted previews run now; try again');
  }

  /** A turn of a restricted preview takes no longer, as a rule. */
  override get retryAfter(): number {
    return 1;
  }
}

/** Makes the gate of a process. */
export function createPreviewGate({ perAddress, inAll } = PREVIEW_GATE): PreviewGate {
  const running = new Map<string, number>();
  let all = 0;
  const count = (address: string, change: 1 | -1): void => {
    const own = (running.get(address) ?? 0) + change;
    all += change;
    if (own === 0) running.delete(address);
    else running.set(address, own);
  };
  return async (address, work) => {
    if ((running.get(address) ?? 0) >= perAddress || all >= inAll) {
      throw new PreviewsBusy();
    }
    count(address, 1);
    try {
      return await work();
    } finally {
      count(address, -1);
    }
  };
}
