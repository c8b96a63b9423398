import { runCommand } from './command.js';
import { manageUsers } from './manageUsers.js';

/** `npm run user`. */
await runCommand(manageUsers);
