import type { CatalogBook } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { padded, placeholders, readJson, type Database, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { loadBooks } from './book-store.js';
import { WorkAsinEntity, WorkEntity } from './entities.js';
import { groupSameWork, type WorkEvidence } from './dedupe.js';
import { areApart, loadSeparations } from './separations.js';
import type { EvidenceEntry } from './work-record.js';

/** Runs a transaction that moves editions from one work to another; such transactions take turns in all processes. */
export function changeWorks<T>(database: Pick<Database, 'transaction'>, change: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.lock('works');
    return change(tx);
  });
}

type Member = Pick<RowOf<typeof WorkAsinEntity>, 'asin' | 'workId' | 'evidence'>;

/** Other ASINs of the same recordings, in one statement; an entry for every ASIN asked for. */
export async function loadSiblings(sql: Sql, asins: readonly string[]): Promise<Map<string, string[]>> {
  const unique = [...new Set(asins)];
  const siblings = new Map<string, string[]>(unique.map((asin) => [asin, []]));
  if (unique.length === 0) return siblings;
  const wanted = padded(unique);
  const rows = await sql.all<{ asin: string; sibling: string }>(
    `SELECT a.asin, b.asin AS sibling FROM work_asins a JOIN work_asins b ON b.work_id = a.work_id AND b.asin <> a.asin
     WHERE a.asin IN (${placeholders(wanted.length)}) ORDER BY a.asin, b.asin`,
    wanted,
  );
  for (const { asin, sibling } of rows) siblings.get(asin)?.push(sibling);
  return siblings;
}

/** The stored works of these ASINs, in one statement. */
export async function loadWorks(sql: Pick<Sql, 'all'>, asins: readonly string[]): Promise<Map<string, string>> {
  if (asins.length === 0) return new Map();
  const wanted = padded([...new Set(asins)]);
  const rows = await sql.all<Pick<Member, 'asin' | 'workId'>>(
    `SELECT asin, work_id FROM work_asins WHERE asin IN (${placeholders(wanted.length)})`,
    wanted,
  );
  return new Map(rows.map(({ asin, workId }) => [asin, workId]));
}

async function insertMember(tx: Tx, asin: string, workId: string, entry: EvidenceEntry): Promise<number> {
  const row = { asin, workId, evidence: JSON.stringify([entry]), createdAt: entry.at };
  return tx.upsert(WorkAsinEntity, row, { conflict: ['asin'] });
}

/** Creates a work for an ASIN that has none. */
export async function seedWork(tx: Tx, asin: string, at: string): Promise<void> {
  if (await tx.get('SELECT asin FROM work_asins WHERE asin = ?', [asin])) return;
  const id = uuid();
  await tx.insert(WorkEntity, { id, createdAt: at });
  const inserted = await insertMember(tx, asin, id, { kind: 'seeded', at });
  if (inserted === 0) await tx.entities.delete(WorkEntity, { id });
}

/** Evidence that all of them are one recording, every one compared with every other; `undefined` when they are not. */
function agreement(books: readonly (CatalogBook | undefined)[]): WorkEvidence | undefined {
  const known = books.filter((book) => book !== undefined);
  if (known.length !== books.length || known.length < 2) return undefined;
  const { groups, evidence } = groupSameWork(known);
  return groups.length === 1 ? evidence[0] : undefined;
}

async function createWork(tx: Tx, asins: readonly string[], entry: EvidenceEntry): Promise<void> {
  const id = uuid();
  await tx.insert(WorkEntity, { id, createdAt: entry.at });
  for (const asin of asins) await insertMember(tx, asin, id, entry);
}

async function moveAll(tx: Tx, members: readonly Member[], target: string, evidence: WorkEvidence, at: string): Promise<void> {
  const moved = members.filter(({ workId }) => workId !== target);
  for (const { asin, workId, evidence: before } of moved) {
    const entry: EvidenceEntry = { kind: 'same-recording', at, fromWork: workId, ...evidence };
    const all = [...readJson<EvidenceEntry[]>(before), entry];
    await tx.entities.update(WorkAsinEntity, { asin }, { workId: target, evidence: JSON.stringify(all) });
  }
  const emptied = [...new Set(moved.map(({ workId }) => workId))];
  if (emptied.length > 0) await tx.run(`DELETE FROM works WHERE id IN (${placeholders(emptied.length)})`, emptied);
}

/**
 * Joins the works of a group when all members of all of them agree. Otherwise works that exist stay as they are, and
 * newcomers join the only work whose every member they agree with.
 */
async function mergeGroup(tx: Tx, group: readonly string[], region: string, at: string): Promise<void> {
  const list = placeholders(group.length);
  const members = await tx.all<Member>(
    `SELECT asin, work_id, evidence FROM work_asins
     WHERE work_id IN (SELECT work_id FROM work_asins WHERE asin IN (${list})) ORDER BY asin`,
    group,
  );
  const placed = new Set(members.map(({ asin }) => asin));
  const newcomers = group.filter((asin) => !placed.has(asin)).sort();
  const works = [...new Set(members.map(({ workId }) => workId))].sort();
  if (newcomers.length === 0 && works.length < 2) return;

  const stored = await loadBooks(tx, [...placed, ...newcomers], region);
  const bookOf = (asin: string): CatalogBook | undefined => stored.get(asin)?.book;
  const all = [...placed, ...newcomers];
  // what an admin took apart is not put together again, whatever the books say
  const evidence = areApart(await loadSeparations(tx, all), all) ? undefined : agreement(all.map(bookOf));
  const [target] = works;
  if (evidence) {
    const entry: EvidenceEntry = { kind: 'same-recording', at, ...evidence };
    if (target === undefined) return createWork(tx, newcomers, entry);
    await moveAll(tx, members, target, evidence, at);
    for (const asin of newcomers) await insertMember(tx, asin, target, entry);
    return;
  }

  const alone: string[] = [];
  for (const asin of newcomers) {
    const fits = works.flatMap((workId) => {
      const others = members.filter((member) => member.workId === workId).map((member) => bookOf(member.asin));
      const agreed = agreement([...others, bookOf(asin)]);
      return agreed ? [{ workId, agreed }] : [];
    });
    const [only] = fits;
    if (fits.length === 1 && only) await insertMember(tx, asin, only.workId, { kind: 'same-recording', at, ...only.agreed });
    else if (fits.length === 0) alone.push(asin);
  }
  const together = agreement(alone.map(bookOf));
  if (together) await createWork(tx, alone, { kind: 'same-recording', at, ...together });
}

/**
 * Keeps groups of ASINs found to be the same recording. The books have to be stored before.
 *
 * @param groups with two ASINs or more each
 */
export async function recordWorks(database: Database, groups: readonly (readonly string[])[], region: string, at: string): Promise<void> {
  const known = await loadSiblings(database.read, groups.flat());
  const fresh = groups.filter((group) => group.some((asin) => !group.every((other) => other === asin || known.get(asin)?.includes(other))));
  for (const group of fresh) await changeWorks(database, (tx) => mergeGroup(tx, group, region, at));
}
