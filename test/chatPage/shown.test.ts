import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { useApp } from '../support/useApp.js';
import { testLooks } from './shown/looks.js';
import { testMessages } from './shown/messages.js';
import { testVisitors } from './shown/visitors.js';

describeInBrowser('in a chat', () => {
  const shown = { app: useApp(), ...useBrowser() };
  testLooks(shown);
  testMessages(shown);
  testVisitors(shown);
});
