import { writeFileSync } from 'node:fs';
import { measureCells } from './cells.js';
import { openTransports } from './transports.js';
import { describeMachine, machineLine } from './machine.js';
import type { Options } from './options.js';
import { openRaw } from './raw.js';
import { openStage, type Later } from './stage.js';
import { progressOf, tableOf } from './table.js';

/** Measures every target and prints the table. */
export async function compareWays(options: Options, later: Later): Promise<void> {
  const { ways, json } = options;
  const machine = describeMachine();
  const stage = await openStage(later);
  const raw = await openRaw(stage.databaseUrl, stage.publicId);
  later(raw.close);
  const all = [...raw.ways, ...openTransports(stage.server, stage.publicId)];
  const asked = all.filter(({ name }) => ways.includes(name));
  const cells = await measureCells(asked, options, (cell) => console.log(progressOf(cell)));
  const postgres = stage.postgresVersion;
  console.log(`\n${machineLine(machine)}; PostgreSQL ${postgres}\n\n${tableOf(cells)}`);
  if (json !== undefined)
    writeFileSync(json, JSON.stringify({ machine, postgres, cells }, null, 2));
}
