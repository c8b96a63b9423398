// Runs in a page: presses or changes the first part of a place, or of the dialog that is open, that was not before, and says what came of it.
// What forms need is filled in, and what is folded is opened.
async ({ says, within, before, isChosen }) => {
  const SAYS = new RegExp(says, 'i');
  const PARTS = 'button:not(:disabled), select:not(:disabled), input:not(:disabled), textarea';
  const TEXTS = { email: 'new@example.com', url: 'https://example.com/new', number: '70' };
  const ticks = async () => {
    for (let tick = 0; tick < 3; tick++) await new Promise((go) => setTimeout(go));
  };
  const until = async (holds, milliseconds) => {
    const end = performance.now() + milliseconds;
    while (!holds() && performance.now() < end) await new Promise((go) => setTimeout(go, 5));
    return holds();
  };
  const type = (field, text) => {
    const { prototype } =
      field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const isTyped = ({ type: kind, tagName, readOnly }) =>
    !readOnly && (tagName === 'TEXTAREA' || ['email', 'url', 'number', 'text'].includes(kind));
  const textFor = ({ type: kind }) => TEXTS[kind] ?? 'fr';
  /** What the screen shows as stored: its texts without messages and dialogs, and what is chosen. */
  const stored = () => {
    const shown = document.querySelector('main').cloneNode(true);
    for (const part of shown.querySelectorAll('[role=alert], [role=status], dialog')) part.remove();
    const chosen = [...document.querySelectorAll('main :is(select, [type=checkbox])')];
    return [shown.textContent, ...chosen.map(({ value, checked }) => checked ?? value)].join(' | ');
  };
  const ownName = (part) =>
    part.getAttribute('aria-label') ??
    (part.textContent || part.closest('label')?.textContent || part.name);
  const nameOf = (part) => {
    const around = part.parentElement.closest('[aria-label], form[class]');
    const dialog = part.closest('dialog')?.getAttribute('aria-label') ?? '';
    return `${dialog}${around?.getAttribute('aria-label') ?? around?.className ?? ''}: ${ownName(part)}`;
  };
  /** Whether something shows at the press of a button. */
  const isBehindButton = (popover) =>
    popover !== null &&
    document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]:not(:disabled)`) !== null;
  const isPart = (part) => {
    // Escape closes a dialog, once all else in it was pressed.
    if (part.matches('dialog > header > *')) return false;
    if (part.closest('dialog') && ownName(part) === 'Cancel') return false;
    // It changes the language of the words that are looked for.
    if (part.closest('.account')) return false;
    if (part.type === 'file') return true;
    if (!part.checkVisibility() && !isBehindButton(part.closest('[popover]'))) return false;
    if (part.matches('button, select, [type=checkbox], [type=radio]')) return true;
    return isTyped(part) && !part.form;
  };
  const act = (part) => {
    if (part.type === 'file') {
      const files = new DataTransfer();
      files.items.add(new File(['{"groups": []}'], 'new.json'));
      part.files = files.files;
      part.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (part.tagName === 'SELECT') {
      const other = [...part.options].find((one) => one.value !== part.value && !one.disabled);
      if (other) part.value = other.value;
      part.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (isTyped(part)) {
      type(part, textFor(part));
      part.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    } else part.click();
  };
  const isRunning = () =>
    self.requests.waiting > 0 ||
    [...document.querySelectorAll('button:disabled')].some((one) => /ing …$/.test(one.textContent));
  const chatSays = () => {
    const chat = document.querySelector('iframe')?.contentDocument?.querySelector('parley-chat');
    return SAYS.test(chat?.shadowRoot?.textContent ?? '');
  };

  /** The dialog that is open, on top of others: its backdrop covers all else. */
  const topDialog = () => document.elementFromPoint(1, 1)?.closest('dialog[open]');
  const top = topDialog();
  const all = (what) =>
    top
      ? [...top.querySelectorAll(what)]
      : [...document.querySelectorAll(`:is(${within}) :is(${what})`)];
  for (const folded of all('details:not([open])')) folded.open = true;
  for (const field of all('form :is(input, textarea)'))
    if (isTyped(field) && field.value === '') type(field, textFor(field));
  await ticks();
  const next = all(PARTS).find((part) => isPart(part) && !before.includes(nameOf(part)));
  if (!next) return undefined;
  const [name, was, count] = [nameOf(next), stored(), self.requests.failed.length];
  // A dialog covers what is said beside it.
  const isShown = (node) =>
    (node instanceof Element ? node : node.parentElement)?.checkVisibility() &&
    (topDialog() ?? document).contains(node);
  const isTold = (node) => SAYS.test(node.textContent) && isShown(node);
  const said = new Set();
  let wasTold = false;
  const listener = new MutationObserver((changes) => {
    const nodes = new Set(changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes]));
    for (const node of nodes) said.add(node);
    // A dialog that was asked for before may open, and cover it, later.
    wasTold ||= [...nodes].some(isTold);
  });
  listener.observe(document, { subtree: true, childList: true, characterData: true });
  act(next);
  await ticks();
  // What was read may lead to the next request.
  for (let round = 0; round < 3; round++) {
    await until(() => !isRunning(), 30_000);
    await ticks();
  }
  const failed = self.requests.failed.slice(count);
  const isSaid = () => chatSays() || wasTold || [...said].some(isTold);
  const faults = [];
  if (failed.length > 0) {
    const which = failed.map((one) => one.name).join();
    if (!(await until(isSaid, 30_000))) faults.push(`${name}: ${which} is silent`);
    await ticks();
    const now = stored();
    if (now !== was && !isChosen) faults.push(`${name}: ${which} shows ${now} in place of ${was}`);
  }
  listener.disconnect();
  return { name, failed, faults };
};
