// Runs in a page: sets one field of each control that a form shows. `tried` are the controls of which one is enough.
async (tried) => {
  const VALUES = {
    ...{ TEXT: 'Some {{Name}}', LONG_TEXT: 'One\ntwo', CODE: '1 + 1', NUMBER: '1' },
    ...{ URL: 'https://example.com/a', FILE: 'https://example.com/a.png', DATE: '2030-01-31' },
  };
  const done = [];
  const pause = async () => new Promise((resolve) => setTimeout(resolve, 0));
  const all = [...document.querySelectorAll('.inspector .field[data-path]')];
  const type = (element, value) => {
    const { prototype } =
      element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    element.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  };
  const seen = new Set();
  // What shows may be another after a choice.
  const last = ['SWITCH', 'CHOICE'];
  const order = all.toSorted(
    (one, other) =>
      Number(last.some((name) => one.classList.contains(name))) -
      Number(last.some((name) => other.classList.contains(name))),
  );
  for (const row of order) {
    const control = row.classList[1] ?? '';
    const path = (row.dataset['path'] ?? '').replaceAll('[]', '.0');
    if (seen.has(control) || !row.isConnected) continue;
    if (tried.includes(control) && done.length > 0) continue;
    const field = row.querySelector('textarea, input:not([type], [role])');
    const list = row.querySelector('select');
    const value = VALUES[control];
    if (control === 'CODE') {
      row.scrollIntoView();
      while (!row.querySelector('.cm-content')) await new Promise((go) => setTimeout(go, 20));
      row.querySelector('.cm-content').focus();
      document.execCommand('selectAll');
      document.execCommand('insertText', false, value);
      row.querySelector('.cm-content').blur();
      done.push([path, value, control]);
    } else if (control === 'SWITCH') {
      const input = row.querySelector('input');
      input?.click();
      done.push([path, input?.checked, control]);
    } else if (['CHOICE', 'GROUP'].includes(control) && list) {
      const option = [...list.options].findLast(
        (one) => one.value !== '' && one.value !== list.value,
      );
      if (!option) continue;
      list.value = option.value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
      done.push([path, option.value, control]);
    } else if (value !== undefined && field) {
      type(field, value);
      done.push([path, value, control]);
    } else continue;
    seen.add(control);
    await pause();
  }
  return done;
};
