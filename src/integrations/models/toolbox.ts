import { createHash } from 'node:crypto';
import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import { z } from 'zod';
import type { Assignment, EffectResult, ScriptArg } from '../../engine/index.js';
import { parsedAs } from '../parsedAs.js';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { inputSchemaOf, parameterSchema } from './toolInput.js';

/** The functions of a block that a model may call. */
export interface Toolbox {
  readonly definitions: LanguageModelV3FunctionTool[];
  /** Runs a function in the sandbox with the model's arguments, as JSON. Never rejects. */
  call(name: string, input: string, abandoned: AbortSignal): Promise<FunctionResult>;
  /** The variables that the functions have set, and what they have printed. */
  made(): Pick<EffectResult, 'assignments' | 'printed'>;
}

/** The result of a function for the model. */
export interface FunctionResult {
  readonly text: string;
  readonly isFailure: boolean;
}

/** Opens the functions that an action of a block may call. The engine has prepared their scripts. */
export function openToolbox({ code }: VendorPorts, call: VendorCall, functions: unknown): Toolbox {
  const tools = z.array(z.unknown()).catch([]).parse(functions).flatMap(toolIn);
  const seen: string[] = [];
  const assignments: Assignment[] = [];
  const printed: string[] = [];
  return {
    definitions: tools.map(definitionOf),
    made: () => ({
      ...(assignments.length > 0 && { assignments }),
      ...(printed.length > 0 && { printed }),
    }),
    async call(name, input, abandoned) {
      const tool = tools.find((candidate) => candidate.name === name);
      const args = input.trim() === '' ? {} : parsedAs(inputSchema, input);
      if (!tool?.script) return failed(`There is no function ${name}`);
      if (!args) return failed('The arguments are not a JSON object');
      if (seen.length >= MOST_CALLS) return failed('Too many functions were called');
      const { args: bound, capabilities, ...script } = tool.script;
      const { outcome, ...made } = await code.runScript({
        ...script,
        args: argsOf(bound, args),
        capabilities: { fetch: true, setVariable: true, ...capabilities },
        ...sandboxed(call),
        callKey: keyOf(call, [name, input], seen),
        abandoned,
      });
      assignments.push(...made.assignments);
      const fault = outcome.ok || !capabilities.console ? [] : [`it failed: ${outcome.error}`];
      printed.push(...[...(made.printed ?? []), ...fault].map((line) => `${name}: ${line}`));
      return outcome.ok ? succeeded(outcome.value) : failed(outcome.error);
    },
  };
}

/** Calls in one action, at most. */
const MOST_CALLS = 20;
/** Characters of a result; longer ones are cut, because the workspace pays for what a model reads. */
const LONGEST_RESULT = 50_000;

const inputSchema = z.record(z.string(), z.unknown());

const toolSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional().catch(undefined),
  parameters: z.array(z.unknown()).catch([]),
  script: z
    .object({
      code: z.string(),
      args: z.array(z.object({ id: z.string(), value: z.unknown() })),
      timeZone: z.string().optional(),
      capabilities: z.object({ console: z.boolean().default(false) }),
    })
    .optional(),
});

type Tool = z.infer<typeof toolSchema>;

/** Parses a function; one without a name is dropped, because it cannot be called. */
function toolIn(member: unknown): Tool[] {
  const { data } = toolSchema.safeParse(member);
  return data ? [data] : [];
}

function definitionOf({ name, description, parameters }: Tool): LanguageModelV3FunctionTool {
  const known = parameters.flatMap((parameter) => parameterSchema.safeParse(parameter).data ?? []);
  return {
    ...{ type: 'function', name, inputSchema: inputSchemaOf(known) },
    ...(description !== undefined && { description }),
  };
}

function sandboxed({ key, origin }: VendorCall): { key: string; isRestricted: boolean } {
  return { key, isRestricted: origin.reach !== undefined };
}

/** The arguments of a script: those of the model replace variables of the same name. */
function argsOf(args: readonly ScriptArg[], given: Readonly<Record<string, unknown>>): ScriptArg[] {
  const modelArgs = Object.entries(given).filter(([id]) => /^[A-Za-z_$][\w$]*$/.test(id));
  const others = args.filter(({ id }) => !Object.hasOwn(given, id));
  return [...others, ...modelArgs.map(([id, value]) => ({ id, value }))];
}

/** The idempotency key of a call, which is equal in a repeated turn whatever the order of the model's calls. */
function keyOf(
  { origin: { callKey } }: VendorCall,
  called: readonly string[],
  seen: string[],
): string {
  const callText = JSON.stringify(called);
  const before = seen.filter((earlier) => earlier === callText).length;
  seen.push(callText);
  return createHash('sha256').update(`${callKey} ${callText} ${before}`).digest('hex');
}

function succeeded(value: unknown): FunctionResult {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'done');
  return { text: text.slice(0, LONGEST_RESULT), isFailure: false };
}

function failed(text: string): FunctionResult {
  return { text: text.slice(0, LONGEST_RESULT), isFailure: true };
}
