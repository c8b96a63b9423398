// What a bot has besides its flow is loaded as one: a request for each of these small screens would take longer than all of them.
export { Analytics } from '../analytics/Analytics.js';
export { SettingsScreen, ThemeScreen } from '../inspector/documents/Setup.js';
export { Languages } from '../languages/Languages.js';
export { PeopleDialog } from '../people/PeopleDialog.js';
export { ResultsScreen } from '../results/Results.js';
export { Tests } from '../tests/Tests.js';
export { ChatInside } from '../tryout/ChatInside.js';
export { Tryout } from '../tryout/Tryout.js';
export { PublishDialog } from '../versions/PublishDialog.js';
export { Versions } from '../versions/Versions.js';
