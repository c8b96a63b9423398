/** Characters of an answer in a chat, at most. */
const MOST_TEXT = 100_000;

/** Collects the text of a reply as it arrives. */
export interface ReplyText {
  /** Adds the next piece, which may be cut anywhere. Throws if the reply is too long. */
  add(piece: string): void;
  soFar(): string;
}

/** Creates a collector; `show` is called with every piece, cut between characters. */
export function collectText(show: (text: string) => void): ReplyText {
  const wholeCharacters = keepWhole();
  let text = '';
  return {
    add(piece) {
      const whole = wholeCharacters(piece);
      if (text.length + whole.length > MOST_TEXT) {
        throw new Error(`it said more than ${MOST_TEXT} characters`);
      }
      text += whole;
      if (whole !== '') show(whole);
    },
    soFar: () => text,
  };
}

/** Keeps a lone surrogate until its other half arrives, and drops characters that PostgreSQL refuses. */
function keepWhole(): (piece: string) => string {
  let half = '';
  return (piece) => {
    const text = half + piece;
    half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? '';
    return text
      .slice(0, text.length - half.length)
      .toWellFormed()
      .replaceAll('\0', '');
  };
}
