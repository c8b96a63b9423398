import { buttonOf, elementOf, linkTo } from './elementOf.js';

/**
 * Shows what publishing a bot gives: its address, and the two lines that put it into a site, to be copied. `server` is the address
 * of the server as visitors have it.
 */
export function showPublished(place: Element, server: string, publicId: string): void {
  const link = linkTo(`${server}/${publicId}`, `${server}/${publicId}`);
  const line = elementOf('p', 'Published: ');
  line.append(link);
  const lines = document.createElement('textarea');
  lines.readOnly = true;
  lines.rows = 5;
  lines.id = 'widget';
  lines.value = `<script type="module" src="${server}/embed.js"></script>
<parley-chat bot="${publicId}" layout="bubble"></parley-chat>`;
  const label = elementOf('label', 'To put it into a site, paste these two lines into its page:');
  label.htmlFor = lines.id;
  const button = buttonOf('Copy', () => {
    void copy(lines).then((said) => button.replaceChildren(said));
  });
  place.replaceChildren(line, label, lines, button);
  link.focus();
}

/** Copies the text of a field and says so. Without a right to the clipboard, the text is selected, for the keyboard to copy it. */
async function copy(field: HTMLTextAreaElement): Promise<string> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return 'Copied';
  } catch {
    return 'Selected: copy it with the keyboard';
  }
}
