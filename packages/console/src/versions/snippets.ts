/** What to paste for each way to put a chat into a site. */
export type Snippets = Readonly<Record<'page' | 'bubble' | 'popup' | 'inline' | 'react', string>>;

/** The snippets of a bot; `server` is the address of the server, without a slash at its end. */
export function snippetsOf(server: string, publicId: string): Snippets {
  const script = (attributes: string): string =>
    `<script type="module" src="${server}/embed.js" data-bot="${publicId}"${attributes}></script>`;
  return {
    page: `${server}/${publicId}`,
    bubble: script(' data-layout="bubble"'),
    popup: script(' data-layout="popup" data-auto-open="5"'),
    inline: `<script type="module" src="${server}/embed.js"></script>
<parley-chat bot="${publicId}" style="display: block; height: 600px"></parley-chat>`,
    react: `// Once, in the page of the application:
// <script type="module" src="${server}/embed.js"></script>
export function Chat() {
  return <parley-chat bot="${publicId}" style={{ display: 'block', height: 600 }} />;
}`,
  };
}
