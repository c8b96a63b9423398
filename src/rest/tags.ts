import type { Route } from './route.js';

/** What the endpoints are about, by the part of the path they share; in the order of the docs. */
const tags: Readonly<Record<string, string>> = {
  bots: 'Conversational flows: made, changed, published',
  chats: 'Chats with bots; these take no token',
  sessions: 'Chats that go on: their events, uploads, streams and agents',
  blocks: 'Blocks of bots that send requests, or wait for one',
  results: 'What chats collected',
  analytics: 'How bots are used',
  folders: 'Places for bots inside a workspace',
  workspaces: 'Where bots live and who may work on them',
  invitations: 'Places kept for people who are not known here yet',
  credentials: 'Secrets of other services that bots use; written, never read back',
  users: 'Whoever asks, and their tokens',
  'custom-domains': 'Domains under which bots have their pages',
  themeTemplates: 'Themes that a workspace keeps',
};

/** What an endpoint is about. */
export function tagOf({ path }: Route): string {
  if (/chat$/i.test(path)) return 'chats';
  if (/\/(?:blocks|webhookBlocks)\b/.test(path)) return 'blocks';
  const [, , first = '', , second = ''] = path.split('/');
  return second in tags ? second : first;
}

/** The tags in use, with what they mean. */
export function describeTags(routes: readonly Route[]): { name: string; description: string }[] {
  const used = new Set(routes.map(tagOf));
  const known = Object.keys(tags).filter((name) => used.has(name));
  const others = [...used].filter((name) => !(name in tags)).sort();
  return [...known, ...others].map((name) => ({
    name,
    description: tags[name] ?? `Everything under \`/v1/${name}\``,
  }));
}
