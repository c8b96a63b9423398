import { z } from 'zod';
import { readColumns } from '../google/useSheet.js';
import type { OpenSecret } from '../secrets.js';
import type { AccountPorts, ListedOption } from './accountPorts.js';
import { googleOf } from './googleOf.js';

const sheetsSchema = z.object({
  sheets: z.array(z.object({ properties: z.object({ sheetId: z.number(), title: z.string() }) })),
});

/** The members of a block that say which sheet is meant. */
export interface SheetPlace {
  readonly spreadsheetId: string;
  readonly sheetId: string;
}

/** The sheets of a document. Rejects with a sentence for people. */
export async function listSheets(
  ports: AccountPorts,
  found: OpenSecret,
  { spreadsheetId }: SheetPlace,
): Promise<ListedOption[]> {
  if (spreadsheetId === '') throw new Error('First say which document it is.');
  const call = await googleOf(ports, 'google sheets', found);
  const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}`;
  const { data } = sheetsSchema.safeParse(
    await call(`${path}?fields=sheets.properties(sheetId,title)`),
  );
  if (!data) throw new Error('Google answered with something else than the sheets of a document.');
  return data.sheets.map(({ properties: { sheetId, title } }) => ({
    value: String(sheetId),
    label: title,
  }));
}

/** The columns of a sheet, by the texts of its first row. */
export async function listColumns(
  ports: AccountPorts,
  found: OpenSecret,
  { spreadsheetId, sheetId }: SheetPlace,
): Promise<ListedOption[]> {
  if (spreadsheetId === '' || !/^\d{1,10}$/.test(sheetId)) {
    throw new Error('First say which document and which sheet it is.');
  }
  const call = await googleOf(ports, 'google sheets', found);
  const columns = await readColumns(call, spreadsheetId, Number(sheetId));
  return columns.filter((name) => name !== '').map((name) => ({ value: name, label: name }));
}
