import { parseArgs } from 'node:util';

/** What `parseArgs` reads of the command line; an option that is unknown, or has no value, ends the program with one line. */
export function optionsOf(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    // After the first sentence comes how to give a file a name that begins with "-".
    console.error(error.message.split('. ')[0]);
    return process.exit(2);
  }
}
