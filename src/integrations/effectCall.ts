import type { EffectOrigin } from './effectOrigin.js';
import type { OutsideEffect } from '../engine/index.js';
import type { Http } from './http.js';
import type { OpenSecrets } from './secrets.js';

/** An effect of one kind, with the chat that requested it. */
export interface EffectCall<K extends OutsideEffect['kind']> {
  readonly effect: Extract<OutsideEffect, { kind: K }>;
  /** The key by which the sandbox shares its threads fairly. */
  readonly key: string;
  /** The id of the chat. */
  readonly chat: string;
  readonly origin: EffectOrigin;
}

/** What handlers need to call external services. */
export interface ServicePorts {
  readonly http: Http;
  readonly openSecrets: OpenSecrets;
  /** The base URLs that the operator sets for services, by type of credentials; others have their usual one. */
  readonly addresses: ReadonlyMap<string, string>;
}
