import { render } from 'preact';
import { openChat } from './chat/openChat.js';
import { text as style } from './style.css';
import { Widget, type WidgetProps } from './view/Widget.js';

/**
 * The code behind the element. An element of an older version runs the program of a newer one when the server was replaced
 * meanwhile, so members may be added, but never changed.
 */
export const program = { openChat, draw, style };

/** The program of one version. */
export type Program = typeof program;

/** Draws a chat in an element; without `props` it removes what is drawn there. */
function draw(place: Element, props: WidgetProps | undefined): void {
  render(props ? <Widget {...props} /> : null, place);
}
