import type { JsonObject } from '@parley/client';
import { reasonOf } from '../chat/reasonOf.js';
import { buttonOf, elementOf, linkTo } from './elementOf.js';
import { publish, replaceFlow } from './publish.js';
import { showPublished, type PublishedBot } from './showPublished.js';
import type { Workspace } from './workspaces.js';

const place = document.querySelector<HTMLElement>('#publish');

/** Says how to sign in to publish. */
export function offerSigningIn(url: string): void {
  const link = linkTo(`${url}/sign-in`, 'sign in');
  // What was dropped here would be gone after signing in.
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
 * Offers to publish a flow in one of the workspaces, or in a new one where there is none; and in place of the bot that has its
 * public id, for a flow that was changed elsewhere and exported again.
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
  // What is played may be another flow by now.
  if (place && button.isConnected) showPublished(place, url, published);
}
