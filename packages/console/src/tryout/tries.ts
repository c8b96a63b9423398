// Loaded as one: they share all that shows a trace.
export { ChatInside } from './ChatInside.js';
export { Tryout } from './Tryout.js';
