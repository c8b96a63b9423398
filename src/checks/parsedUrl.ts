/**
 * A URL, parsed as browsers do; undefined for any other text. Not by `URL.canParse`: in Node 20 it refuses hosts with letters like ü once
 * the engine has optimised the call.
 */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
