// The script of the front page: plays an example, or a flow that was dropped or pasted, and says what is wrong with it.
import type { JsonObject } from '@parley/client';
import { reasonOf } from './chat/failureState.js';
import { defineElement, ParleyChat } from './element.js';
import { checkFlow, showIssues, showRefusal } from './front/checkFlow.js';
import { offerPublishing, offerSigningIn } from './front/offerPublishing.js';
import { readFlow, textOf } from './front/readFlow.js';
import { findWorkspaces, showBots } from './front/workspaces.js';

const server = new URL('.', import.meta.url).href.replace(/\/$/, '');
defineElement(import.meta.url);

const chat = document.querySelector('parley-chat');
const cards = [...document.querySelectorAll<HTMLElement>('[data-example]')];
/** The largest request body with a bot that this server accepts, in bytes. */
const limit = Number(document.querySelector<HTMLElement>('#drop')?.dataset['limit']);

let signedIn = findSignedIn();
/** The last input; results for earlier ones come too late and are dropped. */
let latest: Promise<string> | undefined;
/** The flow that is played. */
let played: JsonObject | undefined;

/** A flow, file or text to play. */
interface Given {
  readonly text: Promise<string>;
  /** Its name in a refusal. */
  readonly name: string;
  /** The name of the bot, if the flow has none. */
  readonly title?: string;
  /** The card of the example, if it is one. */
  readonly card?: HTMLElement;
}

/** The workspaces of the person who is signed in, if anybody is; the page then says so, and shows their bots. */
async function findSignedIn(): ReturnType<typeof findWorkspaces> {
  const workspaces = await findWorkspaces(server).catch(() => undefined);
  if (!workspaces) return undefined;
  document.querySelector('#account')?.replaceChildren('Signed in');
  showBots(server, workspaces);
  return workspaces;
}

/** Checks a flow, lists its issues, and plays it if possible. */
async function play({ text, card, title = 'My bot' }: Given): Promise<void> {
  const flow = readFlow(await text, title);
  const issues = await checkFlow(server, flow);
  if (latest !== text || !(chat instanceof ParleyChat)) return;
  played = flow;
  for (const other of cards) other.setAttribute('aria-pressed', String(other === card));
  showIssues(issues, card !== undefined);
  document.querySelector('#playing')?.replaceChildren(String(flow['name']));
  chat.preview(flow, card?.dataset['bot']);
  document.querySelector('#player')?.scrollIntoView({ block: 'nearest' });
  await offerMore(flow);
}

/** Offers to publish the current flow, or to sign in for that. */
async function offerMore(flow: JsonObject): Promise<void> {
  const workspaces = await signedIn;
  if (played !== flow) return;
  if (!workspaces) return offerSigningIn(server);
  const whenPublished = (): void => {
    signedIn = findSignedIn();
  };
  offerPublishing({ url: server, workspaces, flow, whenPublished });
}

/** Updates the page when a person returns after signing in elsewhere, by a link that a terminal prints. */
async function lookAgain(): Promise<void> {
  const before = signedIn;
  // Two events may come at once; the second sees that the first is already checking.
  if ((await before) || signedIn !== before) return;
  signedIn = findSignedIn();
  if ((await signedIn) && played) await offerMore(played);
}
addEventListener('focus', () => void lookAgain());

function playFrom(given: Given): void {
  latest = given.text;
  play(given).catch((error: unknown) => {
    if (latest === given.text) showRefusal(given.name, reasonOf(error));
  });
}

function playFile(file: File): void {
  const { name } = file;
  playFrom({ text: textOf(file, limit), name, title: name.replace(/\.json$/i, '') });
}

function playPasted(text: string): void {
  if (text.trim() === '') return;
  playFrom({ text: textOf(new Blob([text]), limit), name: 'What you pasted' });
}

/** The server in the examples: their requests go to this server instead, also after they are published. */
const SERVER_OF_EXAMPLES = 'http://127.0.0.1:3000';

async function exampleNamed(name: string | undefined): Promise<string> {
  const response = await fetch(`${server}/examples/${name}.json`);
  return (await response.text()).replaceAll(SERVER_OF_EXAMPLES, server);
}

for (const card of cards) {
  card.addEventListener('click', () => {
    playFrom({ text: exampleNamed(card.dataset['example']), name: 'The example', card });
  });
}

const chooser = document.querySelector<HTMLInputElement>('#file');
chooser?.addEventListener('change', () => {
  const [file] = chooser.files ?? [];
  if (file) playFile(file);
  // So that the same file can be chosen again when it is corrected.
  chooser.value = '';
});

const pasted = document.querySelector<HTMLTextAreaElement>('#text');
pasted?.addEventListener('input', () => playPasted(pasted.value));

const mark = (isOver: boolean): void => {
  document.body.classList.toggle('dragging', isOver);
};
addEventListener('dragover', (event) => {
  event.preventDefault();
  mark(true);
});
addEventListener('dragleave', () => mark(false));
addEventListener('drop', (event) => {
  event.preventDefault();
  mark(false);
  const { files = [] } = event.dataTransfer ?? {};
  const [file] = files;
  if (file) playFile(file);
  else playPasted(event.dataTransfer?.getData('text') ?? '');
});

const state = document.querySelector('#state');
fetch(`${server}/readyz`, { method: 'HEAD' })
  .then(({ ok }) => ok)
  .catch(() => false)
  .then((isReady) => {
    state?.classList.toggle('down', !isReady);
    state?.replaceChildren(isReady ? 'Running' : 'Not ready');
  })
  .catch(() => undefined);
