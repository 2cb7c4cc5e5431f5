import { v7 as uuid } from 'uuid';
import { placeholders, type Database, type Sql, type Tx } from '../../platform/db/index.js';
import { UserHomeSectionEntity } from './entities.js';

/** A person's sections in their order; empty for who never arranged them. */
export async function readSections(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql.all<{ section: string }>('SELECT section FROM user_home_sections WHERE user_id = ? ORDER BY position', [userId]);
  return rows.map(({ section }) => section);
}

/** Puts an arrangement in the place of the old one. */
export async function replaceSections(tx: Tx, dialect: Database['dialect'], userId: string, sections: readonly string[]): Promise<void> {
  // of two saves at the same moment the later one wins; on SQLite there is one writer anyway
  if (dialect === 'postgres') await tx.get('SELECT id FROM users WHERE id = ? FOR NO KEY UPDATE', [userId]);
  await tx.run('DELETE FROM user_home_sections WHERE user_id = ?', [userId]);
  for (const [position, section] of sections.entries()) {
    await tx.insert(UserHomeSectionEntity, { id: uuid(), userId, section, position });
  }
}

/** All sections of categories that anybody shows, each once. */
export async function shownCategorySections(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ section: string }>(
    `SELECT DISTINCT section FROM user_home_sections WHERE section LIKE 'category:%' ORDER BY section`,
  );
  return rows.map(({ section }) => section);
}

/** Returns the users who show any of these sections. */
export async function usersShowing(sql: Sql, sections: readonly string[]): Promise<string[]> {
  if (sections.length === 0) return [];
  const rows = await sql.all<{ userId: string }>(
    `SELECT DISTINCT user_id FROM user_home_sections WHERE section IN (${placeholders(sections.length)})`,
    sections,
  );
  return rows.map(({ userId }) => userId);
}
