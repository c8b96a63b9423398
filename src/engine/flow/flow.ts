import { z } from 'zod';
import { type Theme, themeSchema } from '../documents/theme.js';
import { edgesSchema, type Edge } from '../documents/edge.js';
import { eventsSchema, type FlowEvent } from '../documents/event.js';
import { groupSchema, groupsOf, type Group } from '../documents/group.js';
import { keepsTranscript } from '../transcript/keepsTranscript.js';
import { notesSchema } from '../documents/note.js';
import { settingsSchema } from '../documents/settings.js';
import { translationsSchema } from '../documents/translations.js';
import { variablesSchema, type Variable } from '../documents/variable.js';

/** The addresses of a theme that begin with a template, by their names in the reply. */
function dynamicAddresses({ general, chat }: Theme): (readonly [string, string])[] {
  const addresses = [
    ['hostAvatarUrl', avatarUrl(chat?.hostAvatar, true)],
    ['guestAvatarUrl', avatarUrl(chat?.guestAvatar, false)],
    ['backgroundUrl', general?.background?.content],
  ] as const;
  return addresses.flatMap(([name, url]) => (url?.startsWith('{{') ? [[name, url] as const] : []));
}

type Avatar = NonNullable<Theme['chat']>['hostAvatar'];

/** The host's avatar is shown unless it is switched off; the guest's is hidden unless it is switched on. */
function avatarUrl(avatar: Avatar, isOnByDefault: boolean): string | undefined {
  return (avatar?.isEnabled ?? isOnByDefault) ? avatar?.url : undefined;
}

/** The part of a bot that runs: its graph, its look and its settings, always in the shape of version 6. */
export const flowDefinitionSchema = z.looseObject({
  version: z.literal('6').describe('The version of the schema the document is written in'),
  events: eventsSchema,
  groups: groupsOf(groupSchema),
  edges: edgesSchema,
  variables: variablesSchema,
  theme: themeSchema,
  settings: settingsSchema,
  translations: translationsSchema.optional(),
  notes: notesSchema.optional(),
});

/** A flow as stored: plain JSON that is written once per version and never changed. */
export type FlowDefinition = z.infer<typeof flowDefinitionSchema>;

/** The position of a block: the block, its group, and its index in the group from 0. */
export interface LocatedBlock {
  readonly block: Group['blocks'][number];
  readonly group: Group;
  readonly index: number;
}

/** A compiled flow: every part is found by id at once. The start event is `definition.events[0]`. */
export interface Flow {
  readonly id: string;
  readonly definition: FlowDefinition;
  /** The language that its texts were translated into; absent: they are as they are written. */
  readonly language?: string;
  group(id: string): Group | undefined;
  edge(id: string | undefined): Edge | undefined;
  block(id: string): LocatedBlock | undefined;
  /** Titles are matched exactly; of several groups with one title the first. */
  groupTitled(title: string): Group | undefined;
  event(id: string): FlowEvent | undefined;
  variable(id: string): Variable | undefined;
  /** Whether a chat that begins in this flow keeps a transcript. */
  readonly keepsTranscript: boolean;
  /** Whether clients show a progress bar. */
  readonly showsProgress: boolean;
  /** Whether replies may call an event. */
  readonly hasReplyEvents: boolean;
  /** The addresses of its theme that follow variables: see `dynamicAddresses`. */
  readonly dynamicAddresses: ReturnType<typeof dynamicAddresses>;
  /** Names are matched exactly. */
  variableNamed(name: string): Variable | undefined;
}

/** The flows a session may name, by flow id. */
export type Flows = (flowId: string) => Flow | undefined;

/**
 * Indexes a definition, in time proportional to its size; done once for each version. Real flows sometimes hold the
 * same id twice: the first one wins.
 */
export function compileFlow(id: string, definition: FlowDefinition): Flow {
  const groups = firstByKey(definition.groups, (group) => group.id);
  const titled = firstByKey(definition.groups, (group) => group.title);
  const edges = firstByKey(definition.edges, (edge) => edge.id);
  const events = firstByKey<FlowEvent>(definition.events, (event) => event.id);
  const variables = firstByKey(definition.variables, (variable) => variable.id);
  const named = firstByKey(definition.variables, (variable) => variable.name);
  const blocks = firstByKey(definition.groups.flatMap(placesOf), (place) => place.block.id);
  return {
    id,
    definition,
    group: (groupId) => groups.get(groupId),
    groupTitled: (title) => titled.get(title),
    edge: (edgeId) => (edgeId === undefined ? undefined : edges.get(edgeId)),
    block: (blockId) => blocks.get(blockId),
    event: (eventId) => events.get(eventId),
    variable: (variableId) => variables.get(variableId),
    variableNamed: (name) => named.get(name),
    keepsTranscript: keepsTranscript(definition.groups),
    showsProgress: definition.theme.general?.progressBar?.isEnabled === true,
    hasReplyEvents: definition.events.some(({ type }) => REPLY_EVENTS.includes(type)),
    dynamicAddresses: dynamicAddresses(definition.theme),
  };
}

const REPLY_EVENTS: readonly string[] = ['reply', 'invalidReply'];

function placesOf(group: Group): LocatedBlock[] {
  return group.blocks.map((block, index) => ({ block, group, index }));
}

function firstByKey<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T> {
  const found = new Map<string, T>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (!found.has(key)) found.set(key, thing);
  }
  return found;
}
