/** The script element of the widget, for the HTML of a site, with these attributes. */
export function widgetScript(server: string, attributes = ''): string {
  return `<script type="module" src="${server}/embed.js" ${attributes}></script>`;
}

/** A JavaScript expression for the shadow root of the first chat in a page. */
export const CHAT_ROOT = `document.querySelector('parley-chat').shadowRoot`;
