// The script of the front page: plays an example, or a flow that was dropped or pasted, and says what is wrong with it.
import { reasonOf } from './chat/reasonOf.js';
import { defineElement, ParleyChat } from './element.js';
import { checkFlow, readFlow } from './front/checkFlow.js';
import { findWorkspaces, offerPublishing } from './front/publish.js';
import { showIssues } from './front/showIssues.js';

const server = new URL('.', import.meta.url).href.replace(/\/$/, '');
defineElement(import.meta.url);

const chat = document.querySelector('parley-chat');
const cards = [...document.querySelectorAll<HTMLElement>('[data-example]')];

const signedIn = findWorkspaces(server).catch(() => undefined);
void signedIn.then((workspaces) => {
  if (workspaces) document.querySelector('#account')?.replaceChildren('Signed in');
});

/** Checks a flow, lists what is wrong with it, and plays it where it can be. */
async function play(text: string): Promise<void> {
  const flow = readFlow(text);
  const { name } = flow;
  const { issues, isPlayable } = await checkFlow(server, flow);
  showIssues(issues);
  if (!isPlayable || !(chat instanceof ParleyChat)) return;
  const title = typeof name === 'string' && name !== '' ? name : 'Your flow';
  document.querySelector('#playing')?.replaceChildren(title);
  // The examples send their requests here.
  chat.setVariables({ Server: server });
  chat.preview(flow);
  document.querySelector('#player')?.scrollIntoView({ block: 'nearest' });
  const workspaces = await signedIn;
  if (workspaces) offerPublishing(server, workspaces, flow);
}

/** Plays the text of a flow, and marks the example that it is, if it is one. */
function playFrom(text: Promise<string>, card?: HTMLElement): void {
  for (const other of cards) other.setAttribute('aria-pressed', String(other === card));
  text.then(play).catch((error: unknown) => {
    showIssues([{ level: 'ERROR', message: reasonOf(error) }]);
  });
}

for (const card of cards) {
  card.addEventListener('click', () => {
    const file = fetch(`${server}/examples/${card.dataset['example']}.json`);
    playFrom(
      file.then((response) => response.text()),
      card,
    );
  });
}

const chooser = document.querySelector<HTMLInputElement>('#file');
chooser?.addEventListener('change', () => {
  const [file] = chooser.files ?? [];
  if (file) playFrom(file.text());
});

const pasted = document.querySelector<HTMLTextAreaElement>('#text');
pasted?.addEventListener('input', () => {
  if (pasted.value.trim() !== '') playFrom(Promise.resolve(pasted.value));
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
  if (file) playFrom(file.text());
  else if (text !== '') playFrom(Promise.resolve(text));
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
