/** What is written in, in the order of the form. */
const FORM_FIELDS = 'form :is(input, textarea, select, [contenteditable])';

/** The milliseconds after which a form that is still read is not waited for. */
const LONGEST_WAIT = 3_000;

/** Puts the caret in the first field of the form of a block, once that is read and drawn. */
export function writeIn(blockId: string, until = performance.now() + LONGEST_WAIT): void {
  requestAnimationFrame(() => {
    const panel = document.querySelector(`.inspector[data-of="${CSS.escape(blockId)}"]`);
    const field = panel?.querySelector<HTMLElement>(FORM_FIELDS);
    if (field) field.focus();
    else if (performance.now() < until) writeIn(blockId, until);
  });
}
