/** Words that are not written as they are said. */
const SPELT: Readonly<Record<string, string>> = {
  api: 'API',
  css: 'CSS',
  html: 'HTML',
  id: 'ID',
  ids: 'IDs',
  svg: 'SVG',
  url: 'URL',
};

/** The title of a member whose schema states none: its name as people write it. `isInputPrefillEnabled` is "Input prefill". */
export function titleOf(name: string): string {
  const bare = name
    .replace(/^(?:is|are|has|should)(?=[A-Z])/, '')
    .replace(/(?<=.)Enabled$/, '')
    .replace(/(?<=^save[A-Z].*In)Variable$/, '');
  const words = bare
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .trim()
    .toLowerCase();
  return labelOf(
    words
      .split(' ')
      .map((word) => SPELT[word] ?? word)
      .join(' '),
  );
}

/** A text as a label: its first letter in upper case. */
export function labelOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
