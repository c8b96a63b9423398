import { z } from 'zod';
import { reportedCount } from '../models/usage.js';

const pieceSchema = z
  .looseObject({ text: z.looseObject({ value: z.string() }) })
  .catch({ text: { value: '' } });
/** What is read of the events of a run (https://platform.openai.com/docs/api-reference/assistants-streaming). */
export const eventSchema = z.looseObject({
  id: z.string().catch(''),
  object: z.string().catch(''),
  status: z.string().catch(''),
  model: z.string().optional().catch(undefined),
  delta: z.looseObject({ content: z.array(pieceSchema) }).catch({ content: [] }),
  required_action: z
    .looseObject({
      submit_tool_outputs: z.looseObject({
        tool_calls: z.array(
          z.looseObject({
            id: z.string(),
            function: z.looseObject({ name: z.string(), arguments: z.string() }),
          }),
        ),
      }),
    })
    .nullish(),
  usage: z
    .looseObject({
      ...{ total_tokens: reportedCount, prompt_tokens: reportedCount },
      completion_tokens: reportedCount,
    })
    .nullish(),
  last_error: z.looseObject({ message: z.string() }).nullish(),
  error: z.looseObject({ message: z.string() }).nullish(),
});

/** An event of a run. */
export type AssistantEvent = z.infer<typeof eventSchema>;

/** What was created. */
export const idSchema = z.looseObject({ id: z.string().min(1) });
