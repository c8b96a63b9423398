import type { TestApp } from '../../support/app.js';
import type { TestBrowser } from '../../support/useBrowser.js';

/** The server and the browser that the tests of this folder share, since each start takes seconds. */
export interface ChatsShown extends TestBrowser {
  readonly app: () => TestApp;
}
