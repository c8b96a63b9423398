import type { JsonObject } from '@parley/client';
import { reasonOf } from '../chat/failureState.js';
import { pageOf, resultsOf, visitorsAddress } from './addresses.js';
import { buttonOf, elementOf, linkTo } from './elementOf.js';
import type { Workspace } from './workspaces.js';

const place = document.querySelector<HTMLElement>('#publish');

/** Shows how to sign in to publish. */
export function offerSigningIn(url: string): void {
  const link = linkTo(`${url}/sign-in`, 'sign in');
  // A dropped flow would be lost by signing in.
  link.target = '_blank';
  const line = elementOf('p', 'To publish it, ');
  line.append(link, ' (in a new tab), then come back.');
  place?.replaceChildren(line);
}

/** A flow that somebody who is signed in may publish. */
interface Offer {
  readonly url: string;
  readonly workspaces: readonly Workspace[];
  readonly flow: JsonObject;
  readonly whenPublished: () => void;
}

/**
 * Offers to publish a flow in one of the workspaces, or in a new one if there is none. A flow that was changed elsewhere and exported
 * again can replace the bot with its public id.
 */
export function offerPublishing(offer: Offer): void {
  const { url, workspaces, flow } = offer;
  const choice = document.createElement('select');
  choice.append(...workspaces.map(({ id, name }) => new Option(name, id)));
  choice.id = 'workspace';
  const choiceLabel = elementOf('label', 'Workspace');
  choiceLabel.htmlFor = choice.id;
  const fault = elementOf('p', '');
  fault.className = 'ERROR';
  const buttonFor = (label: string, run: () => Promise<PublishedBot>): HTMLButtonElement => {
    const button = buttonOf(label, () => {
      button.disabled = true;
      fault.replaceChildren();
      show(offer, button, run()).catch((error: unknown) => {
        button.disabled = false;
        fault.replaceChildren(reasonOf(error));
      });
    });
    return button;
  };
  const bots = workspaces.flatMap(({ bots }) => bots.nodes);
  const known = bots.find(({ publicId }) => publicId !== null && publicId === flow['publicId']);
  const button = buttonFor(known ? 'Publish it as another bot' : 'Publish it', () =>
    publish(url, choice.value, flow),
  );
  const again = `Put it in place of /${known?.publicId}`;
  place?.replaceChildren(
    ...(known ? [buttonFor(again, () => replaceFlow(url, known.id, flow))] : []),
    ...(workspaces.length > 0 ? [choiceLabel, choice] : []),
    button,
    fault,
  );
}

async function show(
  { url, whenPublished }: Offer,
  button: HTMLButtonElement,
  publishing: Promise<PublishedBot>,
): Promise<void> {
  const published = await publishing;
  whenPublished();
  // Another flow may be played by now.
  if (place && button.isConnected) showPublished(place, url, published);
}

/** A reply over REST: an object. */
type Answer = Readonly<Record<string, unknown>>;

/**
 * Makes a bot of a flow in a workspace (in a new one for an empty `chosen`) and publishes it, at the address that the flow had
 * before where nobody here has it. Throws an `Error` with the words of a refusal.
 */
async function publish(url: string, chosen: string, bot: JsonObject): Promise<PublishedBot> {
  const made =
    chosen || idIn((await call(url, 'POST workspaces', { name: 'My bots' }))['workspace']);
  const botId = idIn((await call(url, 'POST bots/import', { workspaceId: made, bot }))['bot']);
  const { publicId } = bot;
  if (typeof publicId === 'string') {
    // If the address is in use, or not allowed on this server, the bot gets a new one.
    await call(url, `PATCH bots/${botId}`, { bot: { publicId } }).catch(() => undefined);
  }
  return published(url, botId);
}

/** The members of a bot that belong to its flow. */
const PARTS = ['version', 'groups', 'edges', 'events', 'variables', 'theme', 'settings'];

/** Puts a flow in place of that of a bot, and publishes it. Throws an `Error` with the words of a refusal. */
async function replaceFlow(url: string, botId: string, flow: JsonObject): Promise<PublishedBot> {
  const bot = Object.fromEntries(Object.entries(flow).filter(([name]) => PARTS.includes(name)));
  await call(url, `PATCH bots/${botId}`, { bot });
  return published(url, botId);
}

async function published(url: string, botId: string): Promise<PublishedBot> {
  const { publicId } = await call(url, `POST bots/${botId}/publish`, {});
  return { botId, publicId: String(publicId) };
}

/** Calls an endpoint, such as `POST workspaces`, as the person who is signed in. */
async function call(url: string, endpoint: string, body: object): Promise<Answer> {
  const [method = '', path = ''] = endpoint.split(' ');
  const headers = { 'content-type': 'application/json' };
  const sent = { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/api/v1/${path}`, sent);
  // Replies and failures are objects.
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(String(answer['message']));
  return answer;
}

function idIn(record: unknown): string {
  return typeof record === 'object' && record !== null && 'id' in record ? String(record.id) : '';
}

/** A bot that was published here. */
interface PublishedBot {
  readonly botId: string;
  readonly publicId: string;
}

/** Shows the result of publishing: the address of the bot, the two lines that put it into a site, to copy, and the next steps. */
function showPublished(place: HTMLElement, url: string, { botId, publicId }: PublishedBot): void {
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
