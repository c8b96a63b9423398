import { expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';

const eventBus = (text: string) => readConfig({ EVENT_BUS: text }).eventBus;

test.each(['redis://:p%2Fw@[::1]:6379/1', 'rediss://bus', 'nats://bus:4222', 'tls://me@bus'])(
  'a bus may have the address %s',
  (text) => {
    expect(eventBus(text)).toBe(text);
  },
);

test.each(['bus:6379', 'kafka://:secret@bus', 'rediss://', 'nats://a,nats://b', 'tls://:%zz@b'])(
  'the address %s stops the start with a sentence that does not repeat it',
  (text) => {
    expect(() => eventBus(text)).toThrow('EVENT_BUS must be an address like redis://');
    expect(() => eventBus(text)).not.toThrow(text);
  },
);
