import { query, type JsonObject, type TypedDocument } from '@parley/client';
import { reasonOf } from '../chat/reasonOf.js';
import { buttonOf, elementOf, linkTo } from './elementOf.js';
import { showPublished, type PublishedBot } from './showPublished.js';

interface Workspace {
  readonly id: string;
  readonly name: string;
}

/** The types of the query are written beside its text. */
const DOCUMENT = '{ viewer { workspaces { nodes { id name } } } }' as TypedDocument<
  { readonly viewer: { readonly workspaces: { readonly nodes: readonly Workspace[] } } | null },
  Readonly<Record<string, never>>
>;

const place = document.querySelector<HTMLElement>('#publish');

/** The workspaces of the person who is signed in with this browser; undefined if nobody is. */
export async function findWorkspaces(url: string): Promise<readonly Workspace[] | undefined> {
  return (await query({ url }, DOCUMENT, {})).viewer?.workspaces.nodes;
}

/** Says how to sign in to publish. */
export function offerSigningIn(url: string): void {
  const link = linkTo(`${url}/sign-in`, 'sign in');
  // What was dropped here would be gone after signing in.
  link.target = '_blank';
  const line = elementOf('p', 'To publish it, ');
  line.append(link, ' (in a new tab), then come back.');
  place?.replaceChildren(line);
}

/** Offers to publish a flow in one of the workspaces, or in a new one where there is none. */
export function offerPublishing(
  url: string,
  workspaces: readonly Workspace[],
  flow: JsonObject,
): void {
  const choice = document.createElement('select');
  choice.setAttribute('aria-label', 'Workspace');
  choice.append(...workspaces.map(({ id, name }) => new Option(name, id)));
  const fault = elementOf('p', '');
  fault.className = 'ERROR';
  const button = buttonOf('Publish it', () => {
    button.disabled = true;
    fault.replaceChildren();
    publish(url, choice.value, flow)
      .then((published) => {
        // What is played may be another flow by now.
        if (place && button.isConnected) showPublished(place, url, published);
      })
      .catch((error: unknown) => {
        button.disabled = false;
        fault.replaceChildren(reasonOf(error));
      });
  });
  place?.replaceChildren(...(workspaces.length > 0 ? [choice] : []), button, fault);
}

/** Makes a bot of a flow and publishes it. */
async function publish(url: string, chosen: string, bot: JsonObject): Promise<PublishedBot> {
  const post = (path: string, body: object) => call(`${url}/api/v1/${path}`, body);
  const workspaceId = chosen || idIn((await post('workspaces', { name: 'My bots' }))['workspace']);
  const botId = idIn((await post('bots/import', { workspaceId, bot }))['bot']);
  const { publicId } = await post(`bots/${botId}/publish`, {});
  return { botId, publicId: String(publicId) };
}

async function call(url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  // Replies and failures are objects.
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  if (!response.ok) throw new Error(String(answer['message']));
  return answer;
}

function idIn(record: unknown): string {
  return typeof record === 'object' && record !== null && 'id' in record ? String(record.id) : '';
}
