// Loaded as one, as the other screens of a bot are.
export { InboxScreen } from '../inbox/InboxScreen.js';
export { SettingsScreen } from '../settings/SettingsScreen.js';
