import { pageOf, resultsOf, visitorsAddress } from './addresses.js';
import { buttonOf, elementOf, linkTo } from './elementOf.js';

/** A bot that was published here. */
export interface PublishedBot {
  readonly botId: string;
  readonly publicId: string;
}

/** Shows what publishing a bot gives: its address, the two lines that put it into a site, to be copied, and where to go on. */
export function showPublished(
  place: HTMLElement,
  url: string,
  { botId, publicId }: PublishedBot,
): void {
  const link = linkTo(pageOf(url, publicId), pageOf(url, publicId));
  const line = elementOf('p', 'Published: ');
  line.append(link);
  const lines = document.createElement('textarea');
  lines.readOnly = true;
  lines.rows = 5;
  lines.id = 'widget';
  lines.value = `<script type="module" src="${visitorsAddress(url)}/embed.js"></script>
<parley-chat bot="${publicId}" layout="bubble"></parley-chat>`;
  const label = elementOf('label', 'To put it into a site, paste these two lines into its page:');
  label.htmlFor = lines.id;
  const button = buttonOf('Copy', () => {
    void copy(lines).then((said) => button.replaceChildren(said));
  });
  const more = elementOf('p', 'What visitors answer: ');
  more.append(
    linkTo(resultsOf(url, botId), 'results, as JSON'),
    '. To change its colours, title or texts: ',
  );
  more.append(linkTo(`${url}/guides/change-a-bot`, 'Change a published bot'), '.');
  place.replaceChildren(line, label, lines, button, more);
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
