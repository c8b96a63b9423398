import { fileURLToPath } from 'node:url';

/** The folder of the pages' style sheets, scripts and images. */
export const pageFiles = fileURLToPath(new URL('./pages/', import.meta.url));
