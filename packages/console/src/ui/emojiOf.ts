/** The emoji of an icon. An address of a picture is not shown, since the console asks no other host. */
export function emojiOf(icon: string | null): string | undefined {
  return icon !== null && icon.length <= 8 ? icon : undefined;
}
