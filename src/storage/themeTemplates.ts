import { ThemeTemplate } from '../schema/themeTemplate.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The looks of these workspaces, oldest first. */
export async function listThemeTemplates(
  unit: Unit,
  workspaceIds: readonly string[],
): Promise<ThemeTemplate[]> {
  const workspaceId = { $in: [...workspaceIds] };
  return unit.find(ThemeTemplate, { workspaceId }, { orderBy: { id: 'asc' } });
}

/** A look of this workspace. */
export async function findThemeTemplate(
  unit: Unit,
  workspaceId: string,
  id: string,
): Promise<ThemeTemplate | null> {
  return unit.findOne(ThemeTemplate, { id, workspaceId });
}

/**
 * Saves a look under an id, new or known; an absent id is made. Nothing when another workspace has one with that id.
 */
export async function saveThemeTemplate(
  unit: Unit,
  saved: Pick<ThemeTemplate, 'workspaceId' | 'name' | 'theme'> & { id: string | undefined },
): Promise<ThemeTemplate | undefined> {
  const { workspaceId, name, theme, id = newId('thm') } = saved;
  const now = new Date();
  const rows = await unit.execute<object[]>(
    `insert into theme_template (id, workspace_id, name, theme, created_at, updated_at)
      values (?, ?, ?, ?::json, ?, ?)
      on conflict (id) do update set name = excluded.name, theme = excluded.theme,
        updated_at = excluded.updated_at
      where theme_template.workspace_id = excluded.workspace_id
      returning id`,
    [id, workspaceId, name, JSON.stringify(theme), now, now],
  );
  return rows.length === 0 ? undefined : unit.findOneOrFail(ThemeTemplate, { id });
}

/** Removes a look. Bots that named it keep the look they have. */
export async function deleteThemeTemplate(unit: Unit, template: ThemeTemplate): Promise<void> {
  await unit.nativeDelete(ThemeTemplate, { id: template.id });
}
