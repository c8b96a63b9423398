import { sharedValue } from '../ui/sharedValue.js';

/** The chat that is tried beside the canvas, by its secret. */
export const runningTry = sharedValue<string>();
