import { accountIn, CONNECTS_WITHIN, type Connect } from './bus.js';

/** Subscribes to a channel of Redis, or of a server with version 3 of its protocol, which sends and receives over one connection. */
export const connectRedis: Connect = async ({ url, channel }, onText, onBroken) => {
  const { Redis } = await import('ioredis');
  const redis = new Redis({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || 6379,
    ...accountIn(url),
    ...(url.protocol === 'rediss:' && { tls: {} }),
    connectionName: 'parley',
    connectTimeout: CONNECTS_WITHIN,
    commandTimeout: CONNECTS_WITHIN,
    lazyConnect: true,
    // The check needs more privileges than sending and receiving.
    enableReadyCheck: false,
    // The subscriber connects again itself.
    retryStrategy: null,
    enableOfflineQueue: false,
  });
  let failure: unknown;
  redis.on('error', (error) => (failure = error));
  redis.on('end', () => onBroken(failure));
  redis.on('message', (_channel, text) => onText(text));
  try {
    await redis.connect();
    await redis.subscribe(channel);
  } catch (error) {
    redis.disconnect();
    // The rejection says only that the connection is closed.
    throw failure ?? error;
  }
  return {
    send: async (text) => void (await redis.publish(channel, text)),
    end: async () => redis.disconnect(),
  };
};
