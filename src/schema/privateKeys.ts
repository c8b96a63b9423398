import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { roundsIn } from './keyRounds.js';

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
