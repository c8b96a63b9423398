import { z } from 'zod';

/** The result of the effect `loadBot`. */
export const loadedBotSchema = z.object({
  botId: z.string(),
  flowId: z.string(),
  resultId: z.string().optional(),
});
