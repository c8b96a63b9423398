/** The page of a published bot. `url` is the address of the server here; visitors may have another, which the page says then. */
export function pageOf(url: string, publicId: string): string {
  return `${visitorsAddress(url)}/${publicId}`;
}

/** The address of the server for visitors. */
export function visitorsAddress(url: string): string {
  return document.querySelector<HTMLElement>('#publish')?.dataset['server'] ?? url;
}

/** The results of a bot, all of them, as JSON. */
export function resultsOf(url: string, botId: string): string {
  return `${url}/api/v1/bots/${botId}/results?timeFilter=allTime`;
}
