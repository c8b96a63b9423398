import { render } from 'preact';
import { openChat } from './chat/openChat.js';
import { text as style } from './style.css';
import { Widget, type WidgetProps } from './view/Widget.js';

/**
 * What the element is made of. A newer version of the server hands its own to elements of an older one, so members may be added
 * and never changed.
 */
export const program = { openChat, draw, style };

/** The program of one version. */
export type Program = typeof program;

/** Draws a chat in a place; nothing where there is none to draw. */
function draw(place: Element, props: WidgetProps | undefined): void {
  render(props ? <Widget {...props} /> : null, place);
}
