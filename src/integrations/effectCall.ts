import type { EffectOrigin } from './effectOrigin.js';
import type { OutsideEffect } from '../engine/index.js';
import type { Http } from './http.js';
import type { OpenSecrets } from './secrets.js';

/** An effect of one kind, and the chat it comes from. */
export interface EffectCall<K extends OutsideEffect['kind']> {
  readonly effect: Extract<OutsideEffect, { kind: K }>;
  /** By which the sandbox shares its threads fairly. */
  readonly key: string;
  /** The id of the chat. */
  readonly chat: string;
  readonly origin: EffectOrigin;
}

/** What services outside are reached with. */
export interface ServicePorts {
  readonly http: Http;
  readonly openSecrets: OpenSecrets;
  /** Where the operator says that services are, by the type of their credentials; others are at the usual place. */
  readonly addresses: ReadonlyMap<string, string>;
}
