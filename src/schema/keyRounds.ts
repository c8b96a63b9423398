/** How PKCS #8 says that a key is encrypted by scrypt, 1.3.6.1.4.1.11591.4.11 (RFC 7914), as DER. */
const SCRYPT = Buffer.from('2b06010401da47040b', 'hex');

/**
 * How many rounds of hashing it takes to read the encrypted keys in a text (PKCS #8, RFC 5958, as PEM): 0 where there are none,
 * infinite where the text does not say it.
 */
export function roundsIn(pem: string): number {
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
