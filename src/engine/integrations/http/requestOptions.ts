import { z } from 'zod';
import { responseMappingSchema } from './responseMapping.js';
import {
  credentialsIdSchema,
  requestBodySchema,
  requestUrlSchema,
} from '../../documents/optionMeaning.js';
import { field, optional } from '../../fields/field.js';

const METHODS = 'POST GET PUT DELETE PATCH HEAD CONNECT OPTIONS TRACE'.split(' ');

const pairsSchema = z.array(
  z
    .looseObject({
      id: z.string(),
      key: optional(z.string(), 'Its name.', { title: 'Name' }),
      value: optional(z.string(), 'What it holds.'),
    })
    .meta(field('A name and its value.')),
);

/** The options of every block that sends an HTTP request. */
export const requestOptionsSchema = z.looseObject({
  webhook: optional(
    z.looseObject({
      url: optional(requestUrlSchema, 'Where the request goes.', {
        title: 'Address',
        control: 'URL',
        isOnCanvas: true,
      }),
      method: optional(z.enum(METHODS), 'The method.', { default: 'POST' }),
      queryParams: optional(pairsSchema, 'Added to the address.', { title: 'Parameters' }),
      headers: optional(
        pairsSchema,
        'Sent along. `Authorization: Basic user:password` is encoded.',
      ),
      body: optional(
        requestBodySchema,
        'The body. A JSON object is sent as a form where `Content-Type` is `application/x-www-form-urlencoded` or `multipart/form-data`; in the latter `{ "fileName", "url" }` (or `content`, `base64`) is a file.',
        { control: 'CODE', language: 'JSON', showsWhen: { isCustomBody: [true] } },
      ),
    }),
    'The request.',
    { title: 'Request' },
  ),
  isCustomBody: optional(
    z.boolean(),
    'Whether the body is sent; otherwise all answers and variables are, as JSON.',
    { default: false, title: 'Own body' },
  ),
  isExecutedOnClient: optional(
    z.boolean(),
    'Whether the page of the chat sends the request and reports the response back; otherwise the server sends it.',
    { default: false, title: 'Sent by the page' },
  ),
  responseVariableMapping: responseMappingSchema.optional(),
  timeout: optional(z.number().min(1).max(120), 'How long the request may take.', {
    default: 10,
    title: 'Time limit',
    unit: 's',
  }),
  retries: optional(
    z.number().int().min(0).max(5),
    'How often the request is sent again, within `timeout`, after a lost connection or status 408, 429, 500, 502, 503 or 504. POST and PATCH are not repeated unless `headers` have an `Idempotency-Key`.',
    { default: 0 },
  ),
  proxyCredentialsId: optional(credentialsIdSchema, 'The proxy to send through.', {
    title: 'Proxy',
    credentials: 'http proxy',
  }),
  basicAuthCredentialsId: optional(credentialsIdSchema, 'The name and password to send.', {
    title: 'Name and password',
    credentials: 'http basic auth',
  }),
  clientCertificateCredentialsId: optional(
    credentialsIdSchema,
    'The certificate to show the host.',
    { title: 'Certificate', credentials: 'http client certificate' },
  ),
});

/** The part of the options that describes the request. */
export interface RequestSource {
  readonly webhook: NonNullable<RequestOptions['webhook']>;
  readonly isCustomBody: boolean | undefined;
}

/** The options of a block that sends an HTTP request. */
export type RequestOptions = z.infer<typeof requestOptionsSchema>;
