// The script of the front page: plays an example, or a flow that was dropped or pasted, and says what is wrong with it.
import type { JsonObject } from '@parley/client';
import { reasonOf } from './chat/reasonOf.js';
import { defineElement, ParleyChat } from './element.js';
import { checkFlow } from './front/checkFlow.js';
import { findWorkspaces, offerNothing, offerPublishing, offerSigningIn } from './front/publish.js';
import { readFlow, textOf } from './front/readFlow.js';
import { showIssues } from './front/showIssues.js';

const server = new URL('.', import.meta.url).href.replace(/\/$/, '');
defineElement(import.meta.url);

const chat = document.querySelector('parley-chat');
const cards = [...document.querySelectorAll<HTMLElement>('[data-example]')];
/** The largest request body that this server takes with a bot, in bytes. */
const limit = Number(document.querySelector<HTMLElement>('#drop')?.dataset['limit']);

let signedIn = findSignedIn();
/** What was given last: what is found out about anything else is too late. */
let latest: Promise<string> | undefined;

/** The workspaces of whoever is signed in; the page says so where somebody is. */
async function findSignedIn(): ReturnType<typeof findWorkspaces> {
  const workspaces = await findWorkspaces(server).catch(() => undefined);
  if (workspaces) document.querySelector('#account')?.replaceChildren('Signed in');
  return workspaces;
}

/** Checks a flow, lists what is wrong with it, and plays it where it can be. */
async function play(text: Promise<string>, exampleId?: string): Promise<void> {
  const flow = readFlow(await text);
  const { name } = flow;
  const { issues, isPlayable } = await checkFlow(server, flow);
  if (latest !== text) return;
  showIssues(issues);
  if (!isPlayable || !(chat instanceof ParleyChat)) return;
  const title = typeof name === 'string' && name !== '' ? name : 'Your flow';
  document.querySelector('#playing')?.replaceChildren(title);
  chat.preview(flow, exampleId);
  document.querySelector('#player')?.scrollIntoView({ block: 'nearest' });
  await offerMore(text, flow);
}

/** Offers to publish what is played, or to sign in for that. */
async function offerMore(text: Promise<string>, flow: JsonObject): Promise<void> {
  const workspaces = await signedIn;
  if (latest !== text) return;
  if (workspaces) return offerPublishing(server, workspaces, flow);
  offerSigningIn(server, () => {
    signedIn = findSignedIn();
    void offerMore(text, flow);
  });
}

/** Plays the text of a flow, and marks the example that it is, if it is one. */
function playFrom(text: Promise<string>, card?: HTMLElement): void {
  latest = text;
  offerNothing();
  for (const other of cards) other.setAttribute('aria-pressed', String(other === card));
  play(text, card?.dataset['bot']).catch((error: unknown) => {
    if (latest === text) showIssues([{ level: 'ERROR', message: reasonOf(error) }]);
  });
}

/** The server that examples name: their requests go to this one instead, once they are published, too. */
const SERVER_OF_EXAMPLES = 'http://127.0.0.1:3000';

async function exampleNamed(name: string | undefined): Promise<string> {
  const response = await fetch(`${server}/examples/${name}.json`);
  return (await response.text()).replaceAll(SERVER_OF_EXAMPLES, server);
}

for (const card of cards) {
  card.addEventListener('click', () => playFrom(exampleNamed(card.dataset['example']), card));
}

const chooser = document.querySelector<HTMLInputElement>('#file');
chooser?.addEventListener('change', () => {
  const [file] = chooser.files ?? [];
  if (file) playFrom(textOf(file, limit));
  // The same file can be chosen again once it is mended.
  chooser.value = '';
});

const pasted = document.querySelector<HTMLTextAreaElement>('#text');
pasted?.addEventListener('input', () => {
  if (pasted.value.trim() !== '') playFrom(textOf(new Blob([pasted.value]), limit));
});

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
  const text = event.dataTransfer?.getData('text') ?? '';
  if (file) playFrom(textOf(file, limit));
  else if (text !== '') playFrom(textOf(new Blob([text]), limit));
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
