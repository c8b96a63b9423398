import { sentDocument } from './sentDocument.js';
import { themeSchema } from './theme.js';

/** A look as a caller sends it by itself: refused when it cannot be kept safely, kept as it was sent. */
export const sentThemeSchema = sentDocument(themeSchema);
