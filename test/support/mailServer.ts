import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An e-mail that the mail server accepted. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The headers and the body, as received. */
  readonly raw: string;
  readonly username: unknown;
  readonly isEncrypted: boolean;
}

/** The password that the mail server accepts. No other text contains it, so a search for it finds every leak. */
export const MAIL_PASSWORD = 'canary-of-the-mail-server';

/** A mail server for all tests of a file, and the e-mails that it accepted in the current test. */
export interface MailServerInUse {
  port(): number;
  readonly taken: TakenMail[];
  /** Resolves when the server has received a recipient `silent…`, which it never answers. */
  readonly silence: () => Promise<void>;
}

/**
 * A real mail server on the loopback. The beginning of a recipient's address decides the answer: `refused` (5xx), `later` (4xx),
 * `silent` (none), `cut` (the connection ends after the e-mail has arrived).
 */
export function useMailServer(options: SMTPServerOptions = {}): MailServerInUse {
  const taken: TakenMail[] = [];
  let reportSilence = (): void => undefined;
  let silence = new Promise<void>((resolve) => (reportSilence = resolve));
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      if (password === MAIL_PASSWORD) return done(null, { user: username });
      return done(new Error(`no such login: ${username}/${password}`));
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('refused')) return done(refusal(550, '5.1.1 No such mailbox'));
      if (address.startsWith('later')) return done(refusal(451, '4.7.1 Greylisted'));
      if (address.startsWith('silent')) return reportSilence();
      return done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to,
          raw: Buffer.concat(chunks).toString(),
          username: session.user,
          isEncrypted: session.secure,
        });
        if (to.some((address) => address.startsWith('cut'))) cut(server);
        else done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  });
  beforeEach(() => {
    taken.length = 0;
    silence = new Promise((resolve) => (reportSilence = resolve));
  });
  afterAll(async () => {
    cut(server);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    port: () => (server.server.address() as AddressInfo).port, // A listening TCP server has one.
    taken,
    silence: () => silence,
  };
}

/** A private key for tests, and its self-signed certificate, which no authority vouches for. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIEMTgfH94VVUx2ax
oHkSuLEgTbu3KB+61kYnIoGgg3KhRANCAAQOp7kH7h1Tzc7fM6NvtBVRDCUMC33w
BnenglNbv4u6O5WC5XHcrXneeeNJjI52oULDSotP4Xueg0T/TKpxxqPL
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUcVLCM7SmTRKiIqCVR1p2woAyEnowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAxNTYyN1oYDzIxMjYxMDMw
MDE1NjI3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQOp7kH7h1Tzc7fM6NvtBVRDCUMC33wBnenglNbv4u6O5WC5XHcrXne
eeNJjI52oULDSotP4Xueg0T/TKpxxqPLo1MwUTAdBgNVHQ4EFgQU538aX+8xspey
AsUfH/kMzdncsCUwHwYDVR0jBBgwFoAU538aX+8xspeyAsUfH/kMzdncsCUwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAqE+BGwiV/SYjDTeF3wnv
g/AF3e0ryqiyQj//f8ggOCkCIClrhgXcT/bjTBq00OfqYYBE8QTX0UYj6xkqDrl6
mnTY
-----END CERTIFICATE-----`;

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function cut(server: SMTPServer): void {
  for (const { _socket: socket } of server.connections) socket.destroy();
}
