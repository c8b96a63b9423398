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
  /** Runs one of them in the sandbox with what the model gives it, as JSON. Never rejects. */
  call(name: string, input: string, abandoned: AbortSignal): Promise<FunctionResult>;
  /** What the functions that ran have set and printed. */
  made(): Pick<EffectResult, 'assignments' | 'printed'>;
}

/** What the model receives of a function that ran. */
export interface FunctionResult {
  readonly text: string;
  readonly isFailure: boolean;
}

/** The functions that one action of a block may call; their scripts come ready to run from the engine. */
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
      const tool = tools.find((one) => one.name === name);
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
      return outcome.ok ? given(outcome.value) : failed(outcome.error);
    },
  };
}

/** In one action. */
const MOST_CALLS = 20;
/** Longer results are cut: the workspace pays for what a model reads. */
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

/** What has no name cannot be called. */
function toolIn(member: unknown): Tool[] {
  const { data } = toolSchema.safeParse(member);
  return data ? [data] : [];
}

function definitionOf({ name, description, parameters }: Tool): LanguageModelV3FunctionTool {
  const known = parameters.flatMap((one) => parameterSchema.safeParse(one).data ?? []);
  return {
    ...{ type: 'function', name, inputSchema: inputSchemaOf(known) },
    ...(description !== undefined && { description }),
  };
}

function sandboxed({ key, origin }: VendorCall): { key: string; isRestricted: boolean } {
  return { key, isRestricted: origin.reach !== undefined };
}

/** What the model gives a function stands above variables of the same name. */
function argsOf(args: readonly ScriptArg[], given: Readonly<Record<string, unknown>>): ScriptArg[] {
  const own = Object.entries(given).filter(([id]) => /^[A-Za-z_$][\w$]*$/.test(id));
  const others = args.filter(({ id }) => !Object.hasOwn(given, id));
  return [...others, ...own.map(([id, value]) => ({ id, value }))];
}

/** The same for the same call of a repeated turn, in whichever order the model then calls. */
function keyOf(
  { origin: { callKey } }: VendorCall,
  called: readonly string[],
  seen: string[],
): string {
  const what = JSON.stringify(called);
  const before = seen.filter((one) => one === what).length;
  seen.push(what);
  return createHash('sha256').update(`${callKey} ${what} ${before}`).digest('hex');
}

function given(value: unknown): FunctionResult {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'done');
  return { text: text.slice(0, LONGEST_RESULT), isFailure: false };
}

function failed(text: string): FunctionResult {
  return { text: text.slice(0, LONGEST_RESULT), isFailure: true };
}
