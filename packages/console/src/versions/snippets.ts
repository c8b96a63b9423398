/** Ways to put a chat into a site, by their titles. */
export type Snippets = Readonly<Record<'Page' | 'Bubble' | 'Popup' | 'Inline' | 'React', string>>;

/** What to paste for each way; `server` is the address of the server, without a slash at its end. */
export function snippetsOf(server: string, publicId: string): Snippets {
  const script = (attributes: string): string =>
    `<script type="module" src="${server}/embed.js" data-bot="${publicId}"${attributes}></script>`;
  return {
    Page: `${server}/${publicId}`,
    Bubble: script(' data-layout="bubble"'),
    Popup: script(' data-layout="popup" data-auto-open="5"'),
    Inline: `<script type="module" src="${server}/embed.js"></script>
<parley-chat bot="${publicId}" style="display: block; height: 600px"></parley-chat>`,
    React: `// Once, in the page of the application:
// <script type="module" src="${server}/embed.js"></script>
export function Chat() {
  return <parley-chat bot="${publicId}" style={{ display: 'block', height: 600 }} />;
}`,
  };
}
