import { fileURLToPath } from 'node:url';

/** The absolute path of a file of this repository, wherever the command was started from. */
export const atRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** An error whose message is all the user needs; `run.mjs` prints it without a stack. */
export const failure = (message) => Object.assign(new Error(message), { expected: true });
