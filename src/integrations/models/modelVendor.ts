import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { Account } from '../account.js';

/** A vendor of models. */
export interface ModelVendor {
  /** Where its service usually is. */
  readonly address: string;
  /** The model of a block that does not set one. */
  readonly model?: string;
  /** The longest answer to a block that sets none, in tokens; what the vendor says when absent. */
  readonly longestAnswer?: number;
  /** Its models that understand images; none when absent. */
  readonly sees?: RegExp;
  /** What its library needs with each request. */
  readonly always?: Pick<LanguageModelV3CallOptions, 'providerOptions'>;
  /** Opens a model; its library is loaded then. */
  open(wanted: WantedModel): Promise<LanguageModelV3>;
}

/** A model to open, and the `fetch` by which it is reached. */
export interface WantedModel {
  readonly account: Account;
  readonly model: string;
  readonly fetch: typeof fetch;
}
