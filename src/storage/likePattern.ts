/** The pattern of `like` that a text fits which holds this text somewhere. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
