import { z } from 'zod';
import type { BlockContext } from '../../blocks/kind/block.js';
import { isJsonRecord } from '../../documents/jsonRecord.js';
import { stepsToCopy } from '../../interpreter/budget.js';
import type { FormPart, HttpRequestEffect } from '../../interpreter/effect.js';
import { cleanText } from '../../text/cleanText.js';
import { parseJson } from '../../values/parseJson.js';
import { headerNamed } from './requestBody.js';

/**
 * The fields of a multipart form: the members of a JSON object that is sent with this content type. A list is a field that comes
 * several times. Undefined for any other body, which is sent as it is.
 */
export function sentForm(
  headers: HttpRequestEffect['headers'],
  body: string | undefined,
  context: BlockContext,
): FormPart[] | undefined {
  const type = headerNamed(headers, 'content-type')?.trim() ?? '';
  if (body === undefined || !/^multipart\/form-data$/i.test(type)) return undefined;
  context.charge(stepsToCopy(body.length));
  const fields = parseJson(body);
  if (!isJsonRecord(fields)) return undefined;
  return Object.entries(fields).flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.map((one) => partOf(cleanText(name), one));
  });
}

const fileSchema = z
  .object({
    fileName: z.string().default('file'),
    contentType: z.string().optional(),
    content: z.string().optional(),
    base64: z.string().optional(),
    url: z.string().optional(),
  })
  .refine(({ content, base64, url }) => (content ?? base64 ?? url) !== undefined);

function partOf(name: string, value: unknown): FormPart {
  if (typeof value === 'string') return { name, value: cleanText(value) };
  const file = fileSchema.safeParse(value).data;
  return file ? { name, file } : { name, value: JSON.stringify(value) };
}
