/** Whether an address is that of a page. */
export function isPage(url: string): boolean {
  return /^https?:/i.test(url);
}

/** Whether an address leads to another page or program. Others, such as `javascript:`, could run code. */
export function isLink(url: string): boolean {
  return /^(https?|mailto|tel|sms):/i.test(url);
}
