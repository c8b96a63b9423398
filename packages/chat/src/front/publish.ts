import { query, type JsonObject, type TypedDocument } from '@parley/client';
import { reasonOf } from '../chat/reasonOf.js';

interface Workspace {
  readonly id: string;
  readonly name: string;
}

/** A document is a text whose types are known; here they are written beside it. */
const DOCUMENT = '{ viewer { workspaces { nodes { id name } } } }' as TypedDocument<
  { readonly viewer: { readonly workspaces: { readonly nodes: readonly Workspace[] } } | null },
  Readonly<Record<string, never>>
>;

/** The workspaces of whoever is signed in with this browser; undefined where nobody is. */
export async function findWorkspaces(url: string): Promise<readonly Workspace[] | undefined> {
  return (await query({ url }, DOCUMENT, {})).viewer?.workspaces.nodes;
}

/** Offers to publish a flow in one of the workspaces, or in a new one where there is none. */
export function offerPublishing(
  url: string,
  workspaces: readonly Workspace[],
  flow: JsonObject,
): void {
  const place = document.querySelector('#publish');
  const choice = document.createElement('select');
  choice.setAttribute('aria-label', 'Workspace');
  choice.append(...workspaces.map(({ id, name }) => new Option(name, id)));
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Publish it';
  button.addEventListener('click', () => {
    button.disabled = true;
    publish(url, choice.value, flow)
      .then((publicId) => place?.replaceChildren(linkTo(`${url}/${publicId}`)))
      .catch((error: unknown) => {
        button.disabled = false;
        place?.append(reasonOf(error));
      });
  });
  place?.replaceChildren(...(workspaces.length > 0 ? [choice] : []), button);
}

/** Makes a bot of a flow and publishes it. Gives its public id. */
async function publish(url: string, chosen: string, bot: JsonObject): Promise<string> {
  const post = (path: string, body: object) => call(`${url}/api/v1/${path}`, body);
  const workspaceId = chosen || idIn((await post('workspaces', { name: 'My bots' }))['workspace']);
  const botId = idIn((await post('bots/import', { workspaceId, bot }))['bot']);
  return String((await post(`bots/${botId}/publish`, {}))['publicId']);
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

function linkTo(address: string): HTMLElement {
  const line = document.createElement('p');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = address;
  line.append('Published: ', link);
  return line;
}
