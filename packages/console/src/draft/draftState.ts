import type { Flow } from '@parley/client';
import type { Clash } from './clash.js';
import type { DraftSource, Gesture, Stored } from './draftSource.js';

/** How a draft stands. */
export interface DraftState {
  /** The stored flow with the gestures that are not stored yet. */
  readonly flow: Flow;
  readonly revision: number;
  /** Whether the person may only look at the flow. */
  readonly isReadOnly: boolean;
  /** Whether gestures wait for the server: it cannot be reached while `offline`; while `signedOut`, it does not know the person. */
  readonly status: 'saved' | 'saving' | 'offline' | 'signedOut';
  readonly unsent: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What happened that the person did not do, such as a refused change; the newest last. */
  readonly notices: readonly string[];
  /** A step that waits for the person to decide, since others changed what it changed. */
  readonly clash: Clash | undefined;
}

/** What a draft is opened with. */
export interface Opening {
  readonly source: DraftSource;
  readonly stored: Stored;
  readonly newMark: () => string;
  /** Whether the person may only look at the flow. */
  readonly isReadOnly?: boolean;
  /** Keeps gestures that are not stored yet over a reload. */
  readonly keep: (unsent: readonly Gesture[]) => void;
  /** Milliseconds before something is sent again; after further failures it is longer. */
  readonly retryAfter?: number;
}

/** Waits until all is stored that is being stored. What cannot be sent for now is not waited for. */
export async function settled({
  state,
  subscribe,
}: {
  readonly state: () => DraftState;
  readonly subscribe: (listener: () => void) => () => void;
}): Promise<void> {
  if (state().status !== 'saving') return;
  await new Promise<void>((resolve) => {
    const stop = subscribe(() => {
      if (state().status === 'saving') return;
      stop();
      resolve();
    });
  });
}
