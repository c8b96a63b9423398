import { fileURLToPath } from 'node:url';

/** The folder of the style sheets, scripts and pictures of the pages. */
export const pageFiles = fileURLToPath(new URL('./pages/', import.meta.url));
