/** Whether a text is visible: it has more than blanks and characters without a shape. */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}]/u.test(text);
}
