import { sentDocument } from './sentDocument.js';
import { themeSchema } from './theme.js';

/** A theme that is sent by itself: refused when it cannot be stored safely, stored as it was sent. */
export const sentThemeSchema = sentDocument(themeSchema);
