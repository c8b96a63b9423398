import type { Route } from '../route.js';
import { botRoutes } from './bots.js';
import { chatRoutes } from './chats.js';
import { resultRoutes } from './results.js';
import { workspaceRoutes } from './workspaces.js';

/** Every endpoint of the REST interface. */
export const routes: readonly Route[] = [
  ...workspaceRoutes,
  ...botRoutes,
  ...chatRoutes,
  ...resultRoutes,
];
