import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** A member of credentials, as it was sent. */
type Sent = string | null | undefined;

/** Says what is wrong with a member; the message never repeats it. */
type Report = (member: string, message: string) => void;

/** A client certificate with its key, and the authority of the host, as PEM. */
interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
  readonly passphrase?: Sent;
  readonly authority?: Sent;
}

/** Checks that all can be read, and that the key is that of the certificate. */
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

/** The two members of the key file of a service account; other accounts have none of them. */
interface ServiceAccount {
  readonly client_email?: Sent;
  readonly private_key?: Sent;
}

/** Checks that both are there, and that the key can sign (RS256). */
export function checkServiceAccount(sent: ServiceAccount, report: Report): void {
  const { client_email: email, private_key: pem } = sent;
  if (pem && !email) report('client_email', 'Must be sent with private_key');
  if (email && !pem) report('private_key', 'Must be sent with client_email');
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    report('client_email', 'Must be an e-mail address');
  if (!pem) return;
  // Copied out of the JSON of the file, it may have `\n` in place of line breaks.
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

/** How often an encrypted key may be hashed to be read: each request does that again, and nothing else runs meanwhile. */
const MOST_ROUNDS = 100_000;

/** Signing takes longer the larger a key is: with these, some hundredths of a second. */
const LARGEST_MODULUS = 8_192;

/** A private key, or why it cannot be used. */
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

/** How PKCS #8 says that a key is encrypted by scrypt, 1.3.6.1.4.1.11591.4.11 (RFC 7914), as DER. */
const SCRYPT = Buffer.from('2b06010401da47040b', 'hex');

/**
 * How many rounds of hashing it takes to read the encrypted keys in a text (PKCS #8, RFC 5958, as PEM): 0 where there are none,
 * infinite where the text does not say it.
 */
function roundsIn(pem: string): number {
  const blocks = [...pem.matchAll(/ENCRYPTED PRIVATE KEY-----(.*?)-----END/gs)];
  return Math.max(0, ...blocks.map(([, body = '']) => roundsOf(Buffer.from(body, 'base64'))));
}

/** The number of rounds is the largest one beside the key. */
function roundsOf(der: Buffer): number {
  return der.includes(SCRYPT) ? Infinity : Math.max(...numbersIn(der));
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** The numbers in DER (X.690), also those of sequences in it; what cannot be read is infinite. */
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

/** Where the content begins and ends of what begins here; its end is NaN where its length is none that a key has. */
function contentAt(der: Buffer, at: number): { readonly start: number; readonly end: number } {
  const length = der[at + 1] ?? LONG;
  if (length < LONG) return { start: at + 2, end: at + 2 + length };
  const size = length - LONG;
  const start = at + 2 + size;
  const isKnown = size > 0 && size < 5 && start <= der.length;
  return { start, end: isKnown ? start + der.readUIntBE(at + 2, size) : NaN };
}

/** From here on, the byte says how many bytes the length has. */
const LONG = 0x80;

function numberOf(bytes: Buffer): number {
  return bytes.length > 0 && bytes.length < 7 ? bytes.readUIntBE(0, bytes.length) : Infinity;
}
