import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../ui/saveFile.js';
import { type Found, partsOf, type Search, wholesOf } from './findVisitor.js';

/** The export of results of a visitor into a file. */
export interface Exporting {
  readonly isRunning: boolean;
  /** How many results were read. */
  readonly read: number;
  /** Reads all results, then saves the file. Begun again after an error, it goes on with those that it has not read yet. */
  begin(): Promise<void>;
  stop(): void;
}

/** Exports what was chosen of a search, part by part, as long as the page is open. */
export function useExport(
  { workspaceId, text }: Pick<Search, 'workspaceId' | 'text'>,
  chosen: readonly Found[],
): Exporting {
  const [isRunning, setRunning] = useState(false);
  const [read, setRead] = useState(0);
  const wholes = useRef(new Map<string, unknown>());
  // Counts the runs: one that was stopped is not the current one any more.
  const runs = useRef(0);
  const stop = (): void => {
    runs.current += 1;
    wholes.current.clear();
    setRunning(false);
  };
  useEffect(() => stop, []);
  const readAll = async (own: number): Promise<void> => {
    const left = chosen.filter(({ result }) => !wholes.current.has(result.id));
    for (const part of partsOf(left)) {
      setRead(wholes.current.size);
      const some = await wholesOf(workspaceId, part);
      if (own !== runs.current) return;
      for (const [id, whole] of some) wholes.current.set(id, whole);
    }
    const results = chosen.map(({ result }) => wholes.current.get(result.id));
    saveFile('visitor.json', JSON.stringify({ search: text, results }, null, 2));
    stop();
  };
  return {
    ...{ isRunning, read, stop },
    async begin() {
      const own = runs.current;
      setRunning(true);
      try {
        await readAll(own);
      } catch (error) {
        if (own !== runs.current) return;
        setRunning(false);
        throw error;
      }
    },
  };
}
