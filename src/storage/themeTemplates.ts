import { ThemeTemplate } from '../schema/themeTemplate.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The theme templates of these workspaces, oldest first. */
export async function listThemeTemplates(
  unit: Unit,
  workspaceIds: readonly string[],
): Promise<ThemeTemplate[]> {
  const workspaceId = { $in: [...workspaceIds] };
  return unit.find(ThemeTemplate, { workspaceId }, { orderBy: { id: 'asc' } });
}

/** A theme template of this workspace. */
export async function findThemeTemplate(
  unit: Unit,
  workspaceId: string,
  id: string,
): Promise<ThemeTemplate | null> {
  return unit.findOne(ThemeTemplate, { id, workspaceId });
}

/** Stores a theme template under an id, new or existing; without an id it gets one. Undefined when another workspace has the id. */
export async function saveThemeTemplate(
  unit: Unit,
  saved: Pick<ThemeTemplate, 'workspaceId' | 'name' | 'theme'> & { id: string | undefined },
): Promise<ThemeTemplate | undefined> {
  const { workspaceId, name, theme, id = newId('thm') } = saved;
  const now = new Date();
  const rows = await unit.transactional((inner) =>
    inner.execute<object[]>(
      `insert into theme_template (id, workspace_id, name, theme, created_at, updated_at)
      values (?, ?, ?, ?::json, ?, ?)
      on conflict (id) do update set name = excluded.name, theme = excluded.theme,
        updated_at = excluded.updated_at
      where theme_template.workspace_id = excluded.workspace_id
      returning id`,
      [id, workspaceId, name, JSON.stringify(theme), now, now],
    ),
  );
  return rows.length === 0 ? undefined : unit.findOneOrFail(ThemeTemplate, { id });
}

/** Deletes a theme template. Bots that were given it keep their theme. */
export async function deleteThemeTemplate(unit: Unit, template: ThemeTemplate): Promise<void> {
  await unit.transactional((inner) => inner.nativeDelete(ThemeTemplate, { id: template.id }));
}
