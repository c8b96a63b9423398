import { insist, type KeyedCall, type Counter } from './insist.js';

/** Some of the served calls, which are sent again later: each must get the same reply, byte for byte. */
export interface Repetitions {
  /** Records a call and its response, at random; and repeats an earlier one, at random. */
  note(call: KeyedCall, reply: string): Promise<void>;
  /** Repeats all recorded calls, on every server. */
  repeatAll(): Promise<void>;
  /** The numbers of recorded calls, of served repetitions, and of replies that differed. */
  seen(): { readonly sampled: number; readonly repeated: number; readonly different: number };
}

/** One of how many calls is repeated, and how many are repeated at once at the end. */
const [SAMPLED, AT_ONCE] = [20, 8] as const;

/** Begins with none. A repetition during kills is sent until it is served, like every other call. */
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
