/** What is written in, in the order of the form. */
const FORM_FIELDS = 'form :is(input, textarea, select, [contenteditable])';

/** Puts the caret in the first field of the form of a block, once that is read and drawn; gives up when another form is shown. */
export function writeIn(blockId: string, isFirst = true): void {
  requestAnimationFrame(() => {
    const panel = document.querySelector(`.inspector[data-of="${CSS.escape(blockId)}"]`);
    const field = panel?.querySelector<HTMLElement>(FORM_FIELDS);
    if (field) field.focus();
    else if (panel || isFirst) writeIn(blockId, false);
  });
}
