import type { EffectResult } from '../engine/index.js';
import type { CodeRunner } from './codeRunner.js';
import type { EffectCall } from './effectCall.js';
import type { GooglePorts } from './google/callGoogle.js';
import type { RequestUse } from './models/usage.js';

/** An action that a block asks of a vendor. */
export type VendorCall = EffectCall<'forge'>;

/** What actions of vendors are done with. */
export interface VendorPorts extends GooglePorts {
  readonly code: CodeRunner;
  /** Counts an e-mail of a chat; rejects above the limits. */
  countEmail(botId: string, chat: string): Promise<void>;
  /** Receives what every request to an AI took, as the vendor reports it, else estimated (`models/countRequest.ts`). `runWithinBudget.ts` adds it up for each action. */
  countUse(used: RequestUse): void;
}

/** Does one action of a vendor. A rejection becomes a failed result whose message the author of the flow reads. */
export type VendorAction = (ports: VendorPorts, call: VendorCall) => Promise<EffectResult>;
