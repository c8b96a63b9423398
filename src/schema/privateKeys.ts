import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** A member of credentials, as received. */
type Sent = string | null | undefined;

/** Reports a fault of a member; the message never repeats the value. */
type Report = (member: string, message: string) => void;

/** A client certificate with its key, and the certificate of the host's authority, all as PEM. */
interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
  readonly passphrase?: Sent;
  readonly authority?: Sent;
}

/** Checks that all of them can be parsed, and that the key belongs to the certificate. */
export function checkClientCertificate(sent: ClientCertificate, report: Report): void {
  const certificate = certificateIn(sent.certificate);
  if (!certificate) report('certificate', NO_CERTIFICATE);
  if (sent.authority && !certificateIn(sent.authority)) report('authority', NO_CERTIFICATE);
  const key = keyIn(sent.key, sent.passphrase);
  if (typeof key === 'string') report('key', key);
  else if (certificate && !certificate.checkPrivateKey(key)) {
    report('key', 'Is not the key of the certificate');
  }
}

/** The members of a service account's key file; other accounts have neither. */
interface ServiceAccount {
  readonly client_email?: Sent;
  readonly private_key?: Sent;
}

/** Checks that both are present, and that the key can sign (RS256). */
export function checkServiceAccount(sent: ServiceAccount, report: Report): void {
  const { client_email: email, private_key: pem } = sent;
  if (pem && !email) report('client_email', 'Must be sent with private_key');
  if (email && !pem) report('private_key', 'Must be sent with client_email');
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    report('client_email', 'Must be an e-mail address');
  if (!pem) return;
  // When copied from the JSON file, it may contain `\n` in place of line breaks.
  const key = keyIn(pem.replaceAll('\\n', '\n'));
  if (typeof key === 'string' || key.asymmetricKeyType !== 'rsa') {
    report('private_key', NO_SERVICE_KEY);
  }
}

const NO_CERTIFICATE = 'Is no certificate as PEM, which begins with -----BEGIN CERTIFICATE-----';
const NO_SERVICE_KEY =
  'Is not the private_key of the key file of a service account, which begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----';

function certificateIn(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Rounds of hashing to decrypt a key, at most. Every request repeats them, and they block the event loop. */
const MOST_ROUNDS = 100_000;

/** In bits. Signing with a larger key takes longer; with this size, some hundredths of a second. */
const LARGEST_MODULUS = 8_192;

/** The private key, or a message that says why it cannot be used. */
function keyIn(pem: string, passphrase?: Sent): KeyObject | string {
  if (passphrase && roundsIn(pem) > MOST_ROUNDS) {
    return `Is encrypted in a way that takes too long to read: use PBKDF2 with ${MOST_ROUNDS} rounds at most`;
  }
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase && { passphrase }) });
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    return modulusLength > LARGEST_MODULUS ? `Has more than ${LARGEST_MODULUS} bits` : key;
  } catch {
    return 'Is no private key as PEM, or its passphrase is missing or wrong';
  }
}

/** The object identifier of scrypt in PKCS #8, 1.3.6.1.4.1.11591.4.11 (RFC 7914), as DER. */
const SCRYPT = Buffer.from('2b06010401da47040b', 'hex');

/**
 * The rounds of hashing to decrypt the keys in a text (PKCS #8, RFC 5958, as PEM): 0 if none is encrypted, infinite if the number is
 * unknown.
 */
function roundsIn(pem: string): number {
  const blocks = [...pem.matchAll(/ENCRYPTED PRIVATE KEY-----(.*?)-----END/gs)];
  return Math.max(0, ...blocks.map(([, body = '']) => roundsOf(Buffer.from(body, 'base64'))));
}

/** The rounds of one key: the largest integer in its encoding. */
function roundsOf(der: Buffer): number {
  return der.includes(SCRYPT) ? Infinity : Math.max(...numbersIn(der));
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** The integers in DER (X.690), including those in nested sequences; infinite for what cannot be parsed. */
function numbersIn(der: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < der.length;) {
    const { start, end } = contentAt(der, at);
    if (!(end <= der.length)) return [Infinity];
    if (der[at] === INTEGER) numbers.push(numberOf(der.subarray(start, end)));
    at = der[at] === SEQUENCE ? start : end;
  }
  return numbers;
}

/** The start and end of the content of the element at an offset. The end is NaN if the length is longer than any key. */
function contentAt(der: Buffer, at: number): { readonly start: number; readonly end: number } {
  const length = der[at + 1] ?? LONG;
  if (length < LONG) return { start: at + 2, end: at + 2 + length };
  const size = length - LONG;
  const start = at + 2 + size;
  const isKnown = size > 0 && size < 5 && start <= der.length;
  return { start, end: isKnown ? start + der.readUIntBE(at + 2, size) : NaN };
}

/** From this value on, the byte holds the number of bytes of the length. */
const LONG = 0x80;

function numberOf(bytes: Buffer): number {
  return bytes.length > 0 && bytes.length < 7 ? bytes.readUIntBE(0, bytes.length) : Infinity;
}
