import { expect, test } from '@jest/globals';
import { openSchedule } from '../../src/realtime/serveSockets.js';

test('many sockets are checked one after the other: each equally often, never all at the same moment', async () => {
  const looks = new Map<number, number>();
  let inOneMoment = 0;
  let most = 0;
  let enough = (): void => undefined;
  const twice = new Promise<void>((resolve) => (enough = resolve));
  const rota = openSchedule<number>(200, (thing) => {
    if (inOneMoment === 0) setImmediate(() => (inOneMoment = 0));
    inOneMoment += 1;
    most = Math.max(most, inOneMoment);
    looks.set(thing, (looks.get(thing) ?? 0) + 1);
    if (looks.size === 100 && [...looks.values()].every((times) => times >= 2)) enough();
  });
  const leave = Array.from({ length: 100 }, (_, thing) => rota.add(thing));
  await twice;
  rota.stop();
  expect(most).toBe(10);
  expect(Math.max(...looks.values()) - Math.min(...looks.values())).toBeLessThanOrEqual(1);
  leave.forEach((out) => out());
});

test('a removed socket is not checked any more', async () => {
  const seen: string[] = [];
  let enough = (): void => undefined;
  const looked = new Promise<void>((resolve) => (enough = resolve));
  const rota = openSchedule<string>(20, (thing) => {
    seen.push(thing);
    if (seen.length === 3) enough();
  });
  rota.add('gone')();
  rota.add('here');
  await looked;
  rota.stop();
  expect(seen).toEqual(['here', 'here', 'here']);
});
