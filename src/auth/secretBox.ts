import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { knownKeys, readKeys } from './secretKeys.js';

/** An encrypted secret as it is stored. */
export interface Sealed {
  readonly keyId: string;
  /** Nonce, tag and ciphertext, in base64. */
  readonly sealed: string;
}

/** Encrypts secrets (AES-256-GCM) and decrypts them. */
export interface SecretBox {
  /** Encrypts a secret. `place` binds it to where it is stored: moved elsewhere, it cannot be decrypted. */
  seal(secret: string, place: string): Promise<Sealed>;
  /** Decrypts a secret. Rejects if the key is missing, or the text was changed or moved. */
  open(sealed: Sealed, place: string): Promise<string>;
  /** The id of the current key. */
  currentKeyId(): Promise<string>;
}

/** The source of keys: `SECRET_KEY`, or a file in the data folder. */
export interface KeySettings {
  readonly secretKey: string | undefined;
  readonly dataDir: string;
}

const NONCE = 12;
const TAG = 16;

/**
 * Opens the box. The first key encrypts, all keys decrypt; during a rotation there are two. Keys are read each time, so that a running
 * server follows a rotation.
 */
export function openSecretBox(settings: KeySettings): SecretBox {
  const keys = async () => (await readKeys(settings)).map(keyOf);
  const current = async (): Promise<Key> => {
    const [first] = await keys();
    if (!first) throw new Error('There is no key to seal secrets with');
    return first;
  };
  return {
    currentKeyId: async () => (await current()).id,
    async seal(secret, place) {
      const { id: keyId, key } = await current();
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
      return { keyId, sealed };
    },
    async open({ keyId, sealed }, place) {
      const match = (await keys()).find(({ id }) => id === keyId);
      if (!match) throw new Error('The key these secrets were sealed with is not there');
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', match.key, bytes.subarray(0, NONCE))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      const text = bytes.subarray(NONCE + TAG);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

interface Key {
  /** Identifies a key and reveals nothing about it. */
  readonly id: string;
  readonly key: Buffer;
}

/** The ids of the keys that this server has; creates none. */
export async function knownKeyIds(settings: KeySettings): Promise<string[]> {
  return ((await knownKeys(settings)) ?? []).map((secret) => keyOf(secret).id);
}

function keyOf(secret: string): Key {
  const key = Buffer.from(hkdfSync('sha256', secret, 'parley', 'credentials', 32));
  const id = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
  return { id, key };
}
