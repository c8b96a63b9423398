/** Longer answers are not shown in a chat. */
const MOST_TEXT = 100_000;

/** The text of a reply as it comes. */
export interface ReplyText {
  /** Takes the next piece, cut anywhere. Throws when the reply is too long. */
  add(piece: string): void;
  soFar(): string;
}

/** Collects the text of a reply; `show` is called with every piece of it, always of whole characters. */
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

/** Holds half a surrogate pair back until its other half arrives; drops characters that PostgreSQL refuses. */
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
