/** What every handler of an effect must stand; the last is a crash after the request and before its result was stored. */
type Trial = 'success' | 'refusal' | 'timeOut' | 'rateLimit' | 'malformed' | 'cancelled' | 'crash';

/** For each of them the test that shows it: its file under `test/`, and words in it. */
export type HandlerProofs = Readonly<Record<Trial, Proof>>;

/** A file and words in it, or why there is nothing to show. */
export type Proof = readonly [file: string, words: string] | { readonly none: string };

const HERE = { none: 'Nothing is asked of anybody.' };
const KINDS = 'integrations/otherKinds.test.ts';
const SMTP = 'integrations/smtp/sendEmail.test.ts';
const GOOGLE = 'integrations/google/google.test.ts';
const GMAIL = 'integrations/google/gmail.test.ts';
const FAULTS = 'integrations/google/faults.test.ts';
const PERFORM = 'integrations/perform.test.ts';
const ACCESS = 'integrations/httpAccess.test.ts';
const PAYING = 'operations/paying.test.ts';
const STRIPE = 'integrations/stripe/payments.test.ts';
const POOL = 'sandbox/pool.test.ts';
const JOURNAL = 'chat/outsideTurn.test.ts';

/** No effect runs again whose result was stored; one that may have run goes out with the key it had. */
const repeated: Proof = [JOURNAL, 'repeats no effect whose result is stored'];

const google = {
  refusal: [FAULTS, "'refuses',"],
  timeOut: [FAULTS, 'that says nothing is given up after a time'],
  rateLimit: [FAULTS, "'has enough',"],
  malformed: [FAULTS, "'answers another shape',"],
  cancelled: [FAULTS, 'is asked no more once nobody waits for the chat'],
  crash: repeated,
} as const;

const here = {
  timeOut: HERE,
  rateLimit: HERE,
  malformed: HERE,
  cancelled: HERE,
  crash: repeated,
} as const;

/** Of every handler that is not in `HANDLER_ROWS`, by the kind of the effect or the action of the vendor. */
export const HANDLER_PROOFS: Readonly<Record<string, HandlerProofs>> = {
  httpRequest: {
    success: [PERFORM, 'arrives at its server as it was written'],
    refusal: [PERFORM, 'whatever the server answers'],
    timeOut: [PERFORM, 'that takes too long gives a 408'],
    rateLimit: [ACCESS, 'waits as long as the host asks'],
    malformed: [PERFORM, 'treats an answer that is nested too deep as text'],
    cancelled: [ACCESS, 'is given up when nobody needs it any more'],
    crash: repeated,
  },
  sendEmail: {
    success: [SMTP, 'reaches everybody it is for'],
    refusal: [SMTP, 'that refuses the login gives away no password'],
    timeOut: [SMTP, 'that says nothing is given up after a time'],
    rateLimit: [SMTP, "'it for now'"],
    malformed: [SMTP, "'speaks another protocol'"],
    cancelled: [SMTP, 'or once nobody waits for the chat'],
    crash: [SMTP, 'has the same Message-ID when its turn runs again'],
  },
  sheets: { success: [GOOGLE, 'is changed in all rows that match'], ...google },
  'gmail: Send email': { success: [GMAIL, 'sends an e-mail, labels it'], ...google },
  createPayment: {
    success: [PAYING, 'is prepared with an intent'],
    refusal: [PAYING, 'with a key that Stripe refuses says so'],
    timeOut: [STRIPE, 'fails when Stripe does not answer in time'],
    rateLimit: [PAYING, "'is at its limit'"],
    malformed: [PAYING, "'answers nonsense'"],
    cancelled: [STRIPE, 'is given up when its turn is'],
    crash: [PAYING, 'has one intent, also when the answer of Stripe was lost'],
  },
  verifyPayment: {
    success: [PAYING, 'accepted once that was paid'],
    refusal: [PAYING, 'that was not made is asked for again'],
    timeOut: [STRIPE, 'fails when Stripe does not answer in time'],
    rateLimit: [PAYING, "'is at its limit'"],
    malformed: [PAYING, "'answers nonsense'"],
    cancelled: [STRIPE, 'is given up when its turn is'],
    crash: [JOURNAL, 'repeats no effect whose result is stored'],
  },
  evaluate: {
    ...here,
    success: ['sandbox/expressions.test.ts', 'returns its value as JSON'],
    refusal: ['sandbox/expressions.test.ts', 'returns its error as text'],
    timeOut: [
      'sandbox/expressions.test.ts',
      'that uses up the time does not affect the results before it',
    ],
  },
  runScript: {
    ...here,
    success: [PERFORM, 'a script runs in the sandbox, and returns the variables it set'],
    refusal: [POOL, 'can catch a request that failed'],
    timeOut: [POOL, 'that waits too long for a request is stopped'],
    cancelled: [PERFORM, 'an effect whose result is no longer needed'],
  },
  'qr-code: Generate a QR Code': {
    ...here,
    success: [KINDS, 'is a picture that is kept with the chat'],
    refusal: [KINDS, "'more than fits'"],
  },
  'zendesk: Open Web Widget': {
    ...here,
    success: [KINDS, 'gets a token for its user, signed with the secret'],
    refusal: [KINDS, 'gets none without credentials'],
  },
};
