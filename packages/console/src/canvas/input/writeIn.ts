/** What is written in, in the order of the form. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** The milliseconds after which a form that is still read is not waited for. */
const LONGEST_WAIT = 3_000;

/** Puts the caret in the first field of the form of a block, once that is read and drawn. */
export function writeIn(blockId: string, until = performance.now() + LONGEST_WAIT): void {
  requestAnimationFrame(() => {
    const form = document.querySelector(`.inspector[data-of="${CSS.escape(blockId)}"] form`);
    const field = form?.querySelector<HTMLElement>(FIELDS);
    if (field) field.focus();
    else if (performance.now() < until) writeIn(blockId, until);
  });
}
