import { openSlices } from '../eventLoop/slices.js';
import type { Explored } from './explore.js';
import { faultKey, faultsOf, type Fault } from './faults.js';
import type { ExploredBot } from './playMove.js';
import type { FoundFault } from './search.js';
import { showChat, type ShownChat, type Sought } from './shownChat.js';

/** A fault with the shortest chat that was found for it. */
export interface ReportedFault extends Fault, ShownChat {
  readonly isSampled: boolean;
}

/** The most faults that are reported. */
const MAX_FAULTS = 50;

/**
 * The faults of an exploration, each with a short chat that leads there. Those for which there is no time any more have no chat. Other
 * requests are served in between.
 */
export async function reportFaults(
  bot: ExploredBot,
  { faults }: Explored,
): Promise<ReportedFault[]> {
  const reported: ReportedFault[] = [];
  const endSlice = openSlices();
  for (const found of [...faults.values()].slice(0, MAX_FAULTS)) {
    const { fault, isSampled } = found;
    const shown = bot.isOver()
      ? { transcript: [] }
      : await showChat(bot, soughtFor(bot, found), endSlice);
    reported.push({ ...fault, isSampled, ...shown });
  }
  return reported;
}

function soughtFor({ flow }: ExploredBot, { fault, clock, moves }: FoundFault): Sought {
  const name = `${fault.code} at ${fault.blockId ?? 'the end'}`;
  // Nobody can see in a single turn that there is no way on.
  if (fault.code === 'NO_WAY_ON') return { name, clock, moves };
  const key = faultKey(fault);
  return {
    ...{ name, clock, moves },
    isFound: (before, played) =>
      faultsOf(flow, before, played).some((one) => faultKey(one) === key),
  };
}
