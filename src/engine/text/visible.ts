/** Whether people see anything of a text: it is more than blanks and characters without a shape. */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}]/u.test(text);
}
