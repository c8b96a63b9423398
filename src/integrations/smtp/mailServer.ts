import { z } from 'zod';

/** A mail server, the account it is used with, and who the e-mails are from. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins encrypted; else it is encrypted as soon as the server offers that (STARTTLS). */
  readonly isTlsEnabled: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly from: { readonly email: string; readonly name: string | undefined };
}

/** The mail server of credentials; a text that says what they lack. */
export function mailServerOf(data: unknown): MailServer | string {
  const { host, port, isTlsEnabled, username, password, from } = credentialsSchema.parse(data);
  const email = from.email ?? (username?.includes('@') ? username : undefined);
  if (!host) return 'The credentials name no mail server';
  if (!email) return 'The credentials do not say who the e-mails are from';
  return {
    ...{ host, port, username, password },
    isTlsEnabled: isTlsEnabled ?? port === IMPLICIT_TLS,
    from: { email, name: from.name },
  };
}

/** Where connections begin encrypted (RFC 8314). */
const IMPLICIT_TLS = 465;

const text = z
  .string()
  .nullish()
  .transform((value) => value || undefined);

const credentialsSchema = z.object({
  host: text,
  port: z.number(),
  isTlsEnabled: z.boolean().nullish(),
  username: text,
  password: text,
  from: z.object({ email: text, name: text }),
});
