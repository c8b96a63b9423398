/** The name, when the text is nothing but one `{{name}}`. */
export function loneName(template: string): string | undefined {
  return LONE_NAME.exec(template)?.[1];
}

/** Replaces only the `{{name}}`s of a text. */
export function replaceNames(text: string, replace: (name: string) => string): string {
  return text.replace(NAME, (_slot, name: string) => replace(name));
}

/** The variables a text names, also inside its inline code; yielded one by one, because a text may name a million. */
export function* namesIn(text: string): Generator<string> {
  for (const [, code, name = ''] of text.matchAll(SLOT)) {
    if (code === undefined) yield name;
    else for (const [, inner] of code.matchAll(NAME)) yield String(inner);
  }
}

/** The variables that code sets by `setVariable` with a literal name. */
export function* namesSetIn(code: string): Generator<string> {
  // Most texts are no code, and looking for a call takes longer.
  if (!code.includes('setVariable(')) return;
  for (const [, , name] of code.matchAll(CALL)) yield String(name);
}

/**
 * A text in which every `{{name}}` and every `setVariable` names another variable where it named this one. Neither name has braces, so that
 * a slot is wherever its characters are.
 */
export function renameIn(text: string, name: string, newName: string): string {
  const slots = text.split(`{{${name}}}`).join(`{{${newName}}}`);
  if (!text.includes('setVariable(')) return slots;
  return slots.replace(CALL, (argument, quote: string, found: string) =>
    found === name ? `${quote}${newName}${quote}` : argument,
  );
}

/** Whether a text contains `{{= code =}}`. */
export function hasInlineCode(text: string): boolean {
  for (const [, code] of text.matchAll(SLOT)) if (code !== undefined) return true;
  return false;
}

/**
 * A `{{name}}`, or `{{= code =}}`. Inline code ends at the first `=}}` of its line and cannot contain another opening, which keeps
 * matching linear.
 */
export const SLOT = /\{\{=((?:(?!=\}\}|\{\{=)[^\n])+)=\}\}|\{\{([^{}]+)\}\}/g;
const NAME = /\{\{([^{}]+)\}\}/g;
const LONE_NAME = /^\{\{([^{}]+)\}\}$/;
const CALL = /(?<=\bsetVariable\(\s{0,20})(["'`])([^"'`\n\\]{1,200})\1/g;
