/** Uploads of visitors that may be in progress or waiting to be sent, at most. */
export interface UploadsInFlight {
  readonly chat: number;
  /** For a client address. */
  readonly address: number;
  readonly bot: number;
}

const USUAL: UploadsInFlight = { chat: 20, address: 100, bot: 1_000 };

/** The default, as text. */
export const USUAL_IN_FLIGHT = Object.entries(USUAL)
  .map(([name, most]) => `${name}=${most}`)
  .join(',');

/** Parses numbers like `chat=20,bot=500`; others keep their default. Returns the first part that is invalid. */
export function parseUploadsInFlight(text: string): UploadsInFlight | string {
  const changed: Partial<Record<keyof UploadsInFlight, number>> = {};
  for (const part of text.split(',').map((partText) => partText.trim())) {
    const [, name, most] = /^(\w+) *= *([1-9]\d{0,5})$/.exec(part) ?? [];
    if (name === undefined || !isName(name)) return part;
    changed[name] = Number(most);
  }
  return { ...USUAL, ...changed };
}

function isName(name: string): name is keyof UploadsInFlight {
  return Object.hasOwn(USUAL, name);
}
