import type { TlsOptions } from '@nats-io/transport-node';
import { accountIn, CONNECTS_WITHIN, type Connect } from './bus.js';

/** Subscribes to a subject of NATS. */
export const connectNats: Connect = async ({ url, channel }, onText, onBroken) => {
  const { connect } = await import('@nats-io/transport-node');
  const { username, password } = accountIn(url);
  const nats = await connect({
    servers: url.host,
    ...(password !== undefined && { user: username ?? '', pass: password }),
    ...(password === undefined && username !== undefined && { token: username }),
    // A server that offers TLS gets it in either case; this setting refuses one that does not.
    ...(url.protocol === 'tls:' && { tls: namedByHost(url.hostname) }),
    name: 'parley',
    timeout: CONNECTS_WITHIN,
    // The subscriber connects again itself.
    reconnect: false,
    ignoreClusterUpdates: true,
  });
  void nats.closed().then(onBroken);
  nats.subscribe(channel, {
    callback: (error, message) => (error ? onBroken(error) : onText(message.string())),
  });
  await nats.flush();
  return {
    async send(text) {
      nats.publish(channel, text);
      // Otherwise texts would pile up in memory while the server does not read.
      await nats.flush();
    },
    end: () => nats.close(),
  };
};

/** With this option Node finds an IP address in a certificate. The client passes it on, but its types lack it. */
export function namedByHost(host: string): TlsOptions {
  return { handshakeFirst: false, host } as TlsOptions; // See above.
}
