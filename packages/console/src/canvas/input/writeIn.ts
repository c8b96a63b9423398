/** What is written in, in the order of the form. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** Puts the caret in the first field of the form of a block, once that is drawn. */
export function writeIn(blockId: string): void {
  requestAnimationFrame(() => {
    const form = document.querySelector(`.inspector[data-of="${CSS.escape(blockId)}"] form`);
    form?.querySelector<HTMLElement>(FIELDS)?.focus();
  });
}
