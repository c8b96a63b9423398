import { z } from 'zod';

/** A mail server, the account to use, and the sender of e-mails. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection starts with TLS; else it is upgraded if the server offers that (STARTTLS). */
  readonly isTlsEnabled: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly from: { readonly email: string; readonly name: string | undefined };
}

/** The mail server of credentials; a message if they are incomplete. */
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

/** The port whose connections start with TLS (RFC 8314). */
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
