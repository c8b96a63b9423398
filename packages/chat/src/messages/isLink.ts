/** Whether an address may be a link here: to the web, a mail, a phone or a text message, not what would run a script. */
export function isLink(url: string): boolean {
  return /^(https?|mailto|tel|sms):/i.test(url);
}
