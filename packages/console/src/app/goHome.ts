import { basePath } from './server.js';

/** Goes to the list of bots, and loads the page again, so that nothing is left in it of what the person no longer has. */
export function goHome(): void {
  location.assign(basePath);
}
