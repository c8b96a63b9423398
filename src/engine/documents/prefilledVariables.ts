import { z } from 'zod';
import { sentDocument } from './sentDocument.js';

/** Values to begin a chat with, by name of the variable; any JSON. Names the flow does not have are ignored. */
export const prefilledVariablesSchema = sentDocument(z.record(z.string(), z.unknown()));
