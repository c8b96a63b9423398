import { Failure } from '../errors/errors.js';

/** The most turns of restricted previews that one process runs at a time. */
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

  /** In seconds: a turn of a restricted preview takes no longer, as a rule. */
  override get retryAfter(): number {
    return 1;
  }
}

/** Creates the gate of a process. */
export function createPreviewGate({ perAddress, inAll } = PREVIEW_GATE): PreviewGate {
  /** The client address of each running turn. */
  const running: string[] = [];
  return async (address, work) => {
    const own = running.filter((other) => other === address);
    if (own.length >= perAddress || running.length >= inAll) throw new PreviewsBusy();
    running.push(address);
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(address), 1);
    }
  };
}
