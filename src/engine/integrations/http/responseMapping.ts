import { z } from 'zod';
import type { BlockContext, VariableWrite } from '../../blocks/kind/block.js';
import { returning } from '../../scripts/script.js';
import { toValue } from '../../values/value.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';
import { field, optional } from '../../fields/field.js';

/** The variables for the parts of a response. */
export const responseMappingSchema = z
  .array(
    z.looseObject({
      id: z.string(),
      variableId: optional(variableIdSchema, 'The variable to fill.'),
      bodyPath: optional(
        z.string(),
        'Which part of the response, such as `data.items[0].name`: JavaScript over `data` and `statusCode`.',
        { title: 'Part of the response', control: 'CODE', language: 'JAVASCRIPT' },
      ),
    }),
  )
  .meta(
    field('Which parts of the response go into which variables.', { title: 'Saved variables' }),
  );

/** The response to a request: its status, and its body, parsed where it is JSON. */
export interface MappedResponse {
  readonly statusCode: number;
  readonly data: unknown;
}

/**
 * A path with its variables filled in; undefined when a value is not a name, a number or a path, so that values of
 * visitors never become code.
 */
function filledPath(template: string, context: BlockContext): string | undefined {
  const pieces = context.pieces(template);
  const isPlain = pieces.every(({ text, isFilled }) => !isFilled || PLAIN.test(text));
  return isPlain ? pieces.map(({ text }) => text).join('') : undefined;
}

const PLAIN = /^(?:[\p{L}\p{N}_$ .-]|\[\d+\])*$/u;

/**
 * The variables a response fills. All paths are evaluated in one effect; one that fails, names no variable, or is filled
 * with more than names, is left out.
 */
export function mapResponse(
  mapping: z.infer<typeof responseMappingSchema>,
  { statusCode, data }: MappedResponse,
  context: BlockContext,
): VariableWrite[] {
  const bound = [
    { id: 'data', value: data },
    { id: 'statusCode', value: statusCode },
  ];
  return mapping.flatMap(({ variableId, bodyPath = '' }) => {
    if (variableId === undefined || bodyPath.trim() === '') return [];
    const path = filledPath(bodyPath, context);
    if (path === undefined) return [];
    const answer = context.evaluate(returning(path), bound);
    return answer.ok ? [{ variableId, value: toValue(answer.value) }] : [];
  });
}
