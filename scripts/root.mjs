import { fileURLToPath } from 'node:url';

/** The absolute path of a file of this repository, whatever the working directory. */
export const atRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** An error whose message is enough for the user; `run.mjs` prints it without a stack. */
export const failure = (message) => Object.assign(new Error(message), { expected: true });
