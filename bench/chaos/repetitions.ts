import { insist, type KeyedCall, type Counter } from './insist.js';

/** Some of the calls that were served, which are sent again later: each must get the same reply, byte for byte. */
export interface Repetitions {
  /** Takes note of a call and the body it was answered with, perhaps; and perhaps sends an earlier one again. */
  note(call: KeyedCall, reply: string): Promise<void>;
  /** Sends all that were taken note of again, to every server. */
  repeatAll(): Promise<void>;
  /** How many were taken note of, how many repetitions were served, and how many replies were not the same. */
  seen(): { readonly sampled: number; readonly repeated: number; readonly different: number };
}

/** Of how many calls one is repeated, and how many are repeated at once in the end. */
const [SAMPLED, AT_ONCE] = [20, 8] as const;

/** Begins with none. What is repeated while things are killed is sent until it is served, like everything else. */
export function openRepetitions(counter: Counter): Repetitions {
  const samples: { readonly call: KeyedCall; readonly reply: string }[] = [];
  let [repeated, different] = [0, 0];
  const repeat = async ({ call, reply }: (typeof samples)[number], way = counter) => {
    const { text } = await insist(way, call);
    repeated += 1;
    if (text !== reply) different += 1;
  };
  return {
    async note(call, reply) {
      const { chance } = counter;
      const earlier = samples[Math.floor(chance() * samples.length)];
      if (chance() < 1 / SAMPLED) samples.push({ call, reply });
      if (earlier && chance() < 1 / SAMPLED) await repeat(earlier);
    },
    async repeatAll() {
      const sent = samples.flatMap((sample) =>
        counter.ports.map((port) => ({ sample, way: { ...counter, ports: [port] } })),
      );
      const work = sent.values();
      const repeatOn = async (): Promise<void> => {
        for (const { sample, way } of work) await repeat(sample, way);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, repeatOn));
    },
    seen: () => ({ sampled: samples.length, repeated, different }),
  };
}
