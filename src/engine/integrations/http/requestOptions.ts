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
      body: requestBodySchema.optional().describe('The body; a template.'),
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
  proxyCredentialsId: credentialsIdSchema.optional().describe('The proxy to send through.'),
});

/** The part of the options that describes the request. */
export interface RequestSource {
  readonly webhook: NonNullable<RequestOptions['webhook']>;
  readonly isCustomBody: boolean | undefined;
}

/** The options of a block that sends an HTTP request. */
export type RequestOptions = z.infer<typeof requestOptionsSchema>;
