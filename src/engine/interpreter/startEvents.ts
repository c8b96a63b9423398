import { topFlow, type TurnState } from './turnState.js';
import { languageEvents } from './languageEvents.js';
import type { Flow } from '../flow/flow.js';
import { headElements } from '../text/headElements.js';
import type { Group } from '../documents/group.js';
import { isJsonRecord } from '../documents/jsonRecord.js';
import { oncePer } from '../documents/oncePer.js';
import type { TurnEvent } from '../reply/reply.js';

/**
 * The language of the bot, if it has several, and the action that loads third-party scripts, the first one of a live chat. A
 * preview loads nothing and logs that. The
 * elements of the code are sent as their author wrote them; no values are filled in.
 */
export function startEvents(turn: TurnState): TurnEvent[] {
  return [...languageEvents(turn), ...toolEvents(turn)];
}

function toolEvents(turn: TurnState): TurnEvent[] {
  const flow = topFlow(turn);
  const props = flow ? startPropsOf(flow) : {};
  const names = Object.keys(props);
  if (names.length === 0) return [];
  if (!turn.settings.isPreview) {
    return [{ kind: 'action', action: { type: 'startPropsToInject', startPropsToInject: props } }];
  }
  const description = `Not active in a preview: ${names.map((name) => TOOLS.get(name)).join(', ')}`;
  return [{ kind: 'log', log: { status: 'info', description } }];
}

const TOOLS = new Map([
  ['analyticsId', 'analytics'],
  ['trackingPixelIds', 'tracking pixel'],
  ['tagManagerId', 'tag manager'],
  ['customHeadCode', 'code for the head of the page'],
]);

/** Searched once for each version, because such blocks can be anywhere in the flow. */
const startPropsOf = oncePer(({ definition }: Flow): Record<string, unknown> => {
  const blocks = definition.groups.flatMap((group) => group.blocks);
  const [analyticsId] = optionsOf(blocks, 'Analytics').flatMap(({ trackingId }) =>
    textIn(trackingId),
  );
  const trackingPixelIds = optionsOf(blocks, 'Tracking pixel').flatMap(({ pixelId, isInitSkip }) =>
    isInitSkip === true ? [] : textIn(pixelId),
  );
  const { tagManagerId, customHeadCode: code = '' } = definition.settings.metadata ?? {};
  const customHeadCode = headElements(code);
  return {
    ...(analyticsId !== undefined && { analyticsId }),
    ...(trackingPixelIds.length > 0 && { trackingPixelIds }),
    ...(tagManagerId && { tagManagerId }),
    ...(customHeadCode && { customHeadCode }),
  };
});

function optionsOf(blocks: Group['blocks'], type: string): Record<string, unknown>[] {
  return blocks
    .filter((block) => block.type === type)
    .map(({ options }) => options)
    .filter(isJsonRecord);
}

function textIn(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}
