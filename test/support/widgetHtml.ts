/** The script of the widget, for the HTML of a site; `attributes` are those of its element. */
export function widgetScript(server: string, attributes = ''): string {
  return `<script type="module" src="${server}/embed.js" ${attributes}></script>`;
}

/** JavaScript for the shadow root of the first chat in a page. */
export const CHAT_ROOT = `document.querySelector('parley-chat').shadowRoot`;
