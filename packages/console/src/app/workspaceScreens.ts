// Loaded as one file: both are screens of a workspace.
export { InboxScreen } from '../inbox/InboxScreen.js';
export { SettingsScreen } from '../settings/SettingsScreen.js';
