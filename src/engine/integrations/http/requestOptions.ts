import { z } from 'zod';
import { responseMappingSchema } from './responseMapping.js';
import {
  credentialsIdSchema,
  requestBodySchema,
  requestUrlSchema,
} from '../../documents/optionMeaning.js';

const METHODS = 'POST GET PUT DELETE PATCH HEAD CONNECT OPTIONS TRACE'.split(' ');

const pairsSchema = z.array(
  z
    .looseObject({
      id: z.string(),
      key: z.string().optional().describe('Its name; a template.'),
      value: z.string().optional().describe('What it holds; a template.'),
    })
    .describe('A name and its value.'),
);

/** The options of every block that sends an HTTP request. */
export const requestOptionsSchema = z.looseObject({
  webhook: z
    .looseObject({
      url: requestUrlSchema.optional().describe('Where the request goes; a template.'),
      method: z.enum(METHODS).optional().meta({ description: 'The method.', default: 'POST' }),
      queryParams: pairsSchema.optional().describe('Added to the address; templates.'),
      headers: pairsSchema
        .optional()
        .describe('Sent along; templates. `Authorization: Basic user:password` is encoded.'),
      body: requestBodySchema
        .optional()
        .describe(
          'The body; a template. A JSON object is sent as a form where `Content-Type` is `application/x-www-form-urlencoded` or `multipart/form-data`; in the latter `{ "fileName", "url" }` (or `content`, `base64`) is a file.',
        ),
    })
    .optional()
    .describe('The request.'),
  isCustomBody: z.boolean().optional().meta({
    description: 'Whether `body` is sent; else all answers and variables are, as JSON.',
    default: false,
  }),
  isExecutedOnClient: z.boolean().optional().meta({
    description: 'Whether the client sends the request and reports the response back.',
    default: false,
  }),
  responseVariableMapping: responseMappingSchema.optional(),
  timeout: z.number().min(1).max(120).optional().meta({
    description: 'How long the request may take, in seconds.',
    default: 10,
  }),
  retries: z.number().int().min(0).max(5).optional().meta({
    description:
      'How often the request is sent again, within `timeout`, after a lost connection or status 408, 429, 500, 502, 503 or 504. POST and PATCH are not repeated unless `headers` have an `Idempotency-Key`.',
    default: 0,
  }),
  proxyCredentialsId: credentialsIdSchema.optional().describe('The proxy to send through.'),
  basicAuthCredentialsId: credentialsIdSchema
    .optional()
    .describe('The name and password to send (`http basic auth`).'),
  clientCertificateCredentialsId: credentialsIdSchema
    .optional()
    .describe('The certificate to show the host (`http client certificate`).'),
});

/** The part of the options that describes the request. */
export interface RequestSource {
  readonly webhook: NonNullable<RequestOptions['webhook']>;
  readonly isCustomBody: boolean | undefined;
}

/** The options of a block that sends an HTTP request. */
export type RequestOptions = z.infer<typeof requestOptionsSchema>;
