import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { Account } from '../account.js';

/** A vendor of models. */
export interface ModelVendor {
  /** The usual base URL of its service. */
  readonly address: string;
  /** The model of a block that does not set one. */
  readonly model?: string;
  /** The default limit of answers, in tokens; absent if the vendor has one. */
  readonly longestAnswer?: number;
  /** Matches the models that understand images; absent if there are none. */
  readonly sees?: RegExp;
  /** Options for every request. */
  readonly always?: Pick<LanguageModelV3CallOptions, 'providerOptions'>;
  /** Opens a model, loading its library. */
  open(wanted: WantedModel): Promise<LanguageModelV3>;
}

/** A model to open, and the `fetch` that it uses. */
export interface WantedModel {
  readonly account: Account;
  readonly model: string;
  readonly fetch: typeof fetch;
}
