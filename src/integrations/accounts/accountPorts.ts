import type { ServicePorts } from '../effectCall.js';
import type { Price } from '../prices/priceTable.js';
import type { Prices } from '../prices/prices.js';
import type { GoogleClient } from '../google/requestTokens.js';

/** What looking at an account needs. */
export interface AccountPorts extends Pick<ServicePorts, 'http' | 'addresses'> {
  /** The OAuth client of this installation, if it has one. */
  readonly googleClient: GoogleClient | undefined;
  readonly prices: Pick<Prices, 'priceOf'>;
}

/** Something that a member of a block can be, as its service lists it. */
export interface ListedOption {
  readonly value: string;
  readonly label: string;
  /** Of a model, where this server knows it. */
  readonly price?: Price | undefined;
}
