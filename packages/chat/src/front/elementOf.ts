/** An element with a text in it. */
export function elementOf<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** A link with a text. */
export function linkTo(address: string, text: string): HTMLAnchorElement {
  const link = elementOf('a', text);
  link.href = address;
  return link;
}

/** A button that does not submit a form. */
export function buttonOf(text: string, onClick: () => void): HTMLButtonElement {
  const button = elementOf('button', text);
  button.type = 'button';
  button.addEventListener('click', onClick);
  return button;
}

/** A line that opens to show a list. */
export function folded(text: string, lines: readonly HTMLElement[]): HTMLDetailsElement {
  const details = document.createElement('details');
  const list = document.createElement('ul');
  list.append(...lines);
  details.append(elementOf('summary', text), list);
  return details;
}
