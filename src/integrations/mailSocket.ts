import { connect, type Socket } from 'node:net';
import { kindOfAddress } from './address.js';
import type { Guard } from './guard.js';
import { parseUrl } from './parseUrl.js';
import { pinnedTo } from './pinnedTo.js';
import { orTimeout } from './requestEnd.js';

/** A mail server, as credentials state it. */
export interface MailHost {
  readonly host: string;
  readonly port: number;
}

/** An open connection to a mail server. */
export interface MailSocket {
  readonly socket: Socket;
  /** Whether the host is one that only the operator can have allowed. */
  readonly isPrivate: boolean;
}

/** Opens a connection to a mail server at a checked address; the signal closes it. Rejects with a message for the author of a flow. */
export async function openMailSocket(
  { host, port }: MailHost,
  guard: Guard,
  signal: AbortSignal,
): Promise<MailSocket> {
  const url = addressOf(host, port);
  if (url === undefined) throw new Error('the mail server has no valid host name');
  const destination = await orTimeout(guard(url, 'mail'), signal);
  if (!destination.ok) throw new Error(destination.message);
  const { host: name, addresses } = destination;
  return new Promise((resolve, reject) => {
    const socket = connect({ host: name, port, lookup: pinnedTo(addresses), signal });
    const fail = (): void => reject(new Error('the mail server could not be reached'));
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      resolve({ socket, isPrivate: kindOfAddress(socket.remoteAddress ?? '') !== 'public' });
    });
  });
}

/** The host as a URL, which normalises every spelling; undefined if the text is more than a host. */
function addressOf(host: string, port: number): URL | undefined {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const text = `https://${name}:${port}`;
  const url = parseUrl(text);
  if (!url) return undefined;
  const isHostAlone = url.pathname === '/' && url.search === '' && url.hash === '';
  return isHostAlone && url.username === '' && url.password === '' ? url : undefined;
}
