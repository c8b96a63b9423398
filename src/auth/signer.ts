import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeySettings } from './secretBox.js';
import { readKeys } from './secretKeys.js';

/** Signs texts that clients send back, such as expiring URLs, so that nobody else can create them. */
export interface Signer {
  /** The signature of a text (HMAC-SHA256, base64url). */
  sign(text: string): Promise<string>;
  /** Whether a signature is valid for a text, with the current key or, during a rotation, the previous one. */
  isSigned(text: string, signature: string): Promise<boolean>;
}

/** Opens a signer with the keys of the server. A signature for one purpose is not valid for another. */
export function openSigner(settings: KeySettings, purpose: string): Signer {
  const signatures = async (text: string): Promise<Buffer[]> => {
    const secrets = await readKeys(settings);
    return secrets.map((secret) => {
      const key = Buffer.from(hkdfSync('sha256', secret, 'parley', purpose, 32));
      return createHmac('sha256', key).update(text).digest();
    });
  };
  return {
    async sign(text) {
      const [current] = await signatures(text);
      if (!current) throw new Error('There is no key to sign with');
      return current.toString('base64url');
    },
    async isSigned(text, signature) {
      const sent = Buffer.from(signature, 'base64url');
      const valid = await signatures(text);
      return valid.some(
        (candidate) => candidate.length === sent.length && timingSafeEqual(candidate, sent),
      );
    },
  };
}
