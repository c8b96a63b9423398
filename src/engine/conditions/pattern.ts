/** A part of a regular expression that matches characters, a place, or what its alternatives match. */
interface Element {
  /** `place`: an anchor or an assertion, which takes no character. */
  readonly kind: 'begin' | 'end' | 'place' | 'taking';
  /** Of a group, its alternatives. */
  readonly inner: readonly Sequence[];
  readonly isOptional: boolean;
  /** Whether it may repeat without an end. */
  readonly isEndless: boolean;
}

type Sequence = readonly Element[];

/**
 * What is wrong with a regular expression that can be compiled. `never`: something is asked for before the beginning or after the end.
 * `slow`: a repetition of what is itself nothing but repetitions, followed by something that may fail, so that the search tries all ways to
 * divide the text between them. Most expressions have neither, and some that are slow are not recognised.
 */
export function patternFault(source: string, flags: string): 'never' | 'slow' | undefined {
  const alternatives = parsed(source);
  if (!alternatives) return undefined;
  if (!flags.includes('m') && alternatives.every(neverMatches)) return 'never';
  return alternatives.some((one) => isSlow(one, false)) ? 'slow' : undefined;
}

function neverMatches(sequence: Sequence): boolean {
  const taking = sequence.map(isTaking);
  return sequence.some(
    ({ kind, isOptional }, index) =>
      !isOptional &&
      ((kind === 'begin' && taking.slice(0, index).includes(true)) ||
        (kind === 'end' && taking.slice(index + 1).includes(true))),
  );
}

/** Whether an element takes at least one character; of groups this is not looked into. */
function isTaking({ kind, isOptional, inner }: Element): boolean {
  return kind === 'taking' && !isOptional && inner.length === 0;
}

function isSlow(sequence: Sequence, isFollowed: boolean): boolean {
  return sequence.some(({ inner, isEndless }, index) => {
    const followed = isFollowed || index < sequence.length - 1;
    if (isEndless && followed && inner.some(isOnlyRepetitions)) return true;
    return inner.some((one) => isSlow(one, followed));
  });
}

function isOnlyRepetitions(sequence: Sequence): boolean {
  return (
    sequence.some(
      ({ kind, isEndless, inner }) => kind === 'taking' && isEndless && inner.length === 0,
    ) &&
    sequence.every(({ kind, isEndless, isOptional, inner }) =>
      kind === 'taking' ? inner.length === 0 && (isEndless || isOptional) : true,
    )
  );
}

/** The most groups in groups that are read; deeper ones are rare, and cost stack. */
const MOST_DEPTH = 50;

/** A group that is being read, and the alternatives it has so far. */
interface OpenGroup {
  readonly alternatives: Element[][];
  readonly isLookaround: boolean;
}

/** The alternatives of a source; undefined for one that this does not read. */
function parsed(source: string): readonly Sequence[] | undefined {
  const whole: OpenGroup = { alternatives: [[]], isLookaround: false };
  const open = [whole];
  for (const [, token, quantifier] of source.matchAll(TOKEN)) {
    read(String(token), String(quantifier), open);
    if (open.length > MOST_DEPTH) return undefined;
  }
  return whole.alternatives;
}

/** Reads a token, with the quantifier after it, into the innermost of the open groups. */
function read(token: string, quantifier: string, open: OpenGroup[]): void {
  if (token === '|') open.at(-1)?.alternatives.push([]);
  else if (token.startsWith('('))
    open.push({ alternatives: [[]], isLookaround: /^\(\?<?[=!]/.test(token) });
  else if (token === ')') {
    const group = open.pop();
    const isTaken = group?.isLookaround === false;
    add(open, {
      ...{ kind: isTaken ? 'taking' : 'place', inner: isTaken ? group.alternatives : [] },
      ...quantified(quantifier),
    });
  } else add(open, { kind: kindOf(token), inner: [], ...quantified(quantifier) });
}

function add(open: readonly OpenGroup[], element: Element): void {
  open.at(-1)?.alternatives.at(-1)?.push(element);
}

function kindOf(token: string): Element['kind'] {
  if (token === '^') return 'begin';
  if (token === '$') return 'end';
  return /^\\[bB]$/.test(token) ? 'place' : 'taking';
}

function quantified(quantifier: string): Pick<Element, 'isOptional' | 'isEndless'> {
  return {
    isOptional: /^(?:[*?]|\{0[,}])/.test(quantifier),
    isEndless: /^(?:[*+]|\{\d+,\})/.test(quantifier),
  };
}

/** A token of a source, and its quantifier, which most do not have. */
const TOKEN =
  /(\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]?|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[\s\S])([*+?]\??|\{\d+(?:,\d*)?\}\??)?/g;
