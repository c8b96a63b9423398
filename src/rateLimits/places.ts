import { Failure } from '../errors/errors.js';
import { rateRules, type RateRuleChanges, type RateRuleName } from '../config/rateRules.js';

/**
 * Takes a place under a rule that limits how many there are at a time, and returns a function that releases it. Fails where none is free.
 */
export type TakePlace = (name: RateRuleName, key: string) => () => void;

/** Opens the places of a process, with some rules changed. */
export function openPlaces(changes: RateRuleChanges): TakePlace {
  const taken = new Map<string, number>();
  return (name, key) => {
    const most = changes[name] === null ? Infinity : (changes[name] ?? rateRules[name]).most;
    const place = `${name} ${key}`;
    const before = taken.get(place) ?? 0;
    if (before >= most) throw new TooManyReaders(name, most);
    taken.set(place, before + 1);
    return () => {
      const left = (taken.get(place) ?? 0) - 1;
      if (left > 0) taken.set(place, left);
      else taken.delete(place);
    };
  };
}

/** The failure of a reader for whom no place is free. */
class TooManyReaders extends Failure {
  constructor(name: RateRuleName, most: number) {
    super('TOO_MANY_READERS', wordsOf(name, most));
  }

  /** Seconds; nobody knows when a reader leaves. */
  override get retryAfter(): number {
    return 5;
  }
}

function wordsOf(name: RateRuleName, most: number): string {
  const whose = rateRules[name].by === 'address' ? 'Your address' : 'This chat';
  return `${whose} has ${most} readers, the most it may have (limit "${name}"); close some, or try again later`;
}
