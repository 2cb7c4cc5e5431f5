import type { CatalogBook } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { readJson, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { WorkChangeEntity, WorkEntity, type WorkAsinEntity } from './entities.js';
import { pairsBetween, separate, unite } from './separations.js';
import type { EvidenceEntry, MovedAsin, Pair } from './work-record.js';
import { changeWorks, seedWork } from './works-store.js';
import { sentence } from '../../platform/words/index.js';

type Member = RowOf<typeof WorkAsinEntity>;

/** An edition of a work. */
export interface WorkEdition {
  readonly asin: string;
  readonly book: CatalogBook | undefined;
  /** The reasons why it belongs to this work, the oldest first. */
  readonly evidence: readonly EvidenceEntry[];
}

/** A change that an admin made to a work. */
export interface WorkChange {
  readonly id: string;
  readonly kind: 'merged' | 'split';
  readonly asins: readonly string[];
  readonly by: string;
  readonly at: string;
  readonly undoneAt?: string;
}

/** A recording and the ASINs under which it is sold. */
export interface SeenWork {
  readonly editions: readonly WorkEdition[];
  /** The newest first. */
  readonly changes: readonly WorkChange[];
}

/** Works as admins see and correct them. */
export interface WorkEditor {
  /** Shows the work of an ASIN; an ASIN without one is its own work. */
  see(asin: string): Promise<SeenWork>;
  /** Makes the works of two ASINs one. Nothing is done where they are already. */
  merge(asin: string, other: string, actor: Actor): Promise<void>;
  /** Takes an ASIN out of its work; the server does not put it back. Does nothing if the ASIN is alone. */
  split(asin: string, actor: Actor): Promise<void>;
  /** Restores works and evidence. @throws ApiError 404 `not_found`, 409 `work_changed` */
  undo(changeId: string, actor: Actor): Promise<void>;
}

export interface WorkEditorDeps {
  readonly database: Database;
  readonly cached: (asins: readonly string[]) => Promise<ReadonlyMap<string, CatalogBook>>;
  readonly audit: AuditService;
  /** Receives the ASINs whose works changed. */
  readonly onChange: (asins: readonly string[]) => void;
  readonly now: () => Date;
}

const MOST_CHANGES = 20;
const MEMBERS = 'SELECT asin, work_id, evidence, created_at FROM work_asins WHERE work_id';

function membersWith(tx: Pick<Tx, 'all'>, asin: string): Promise<Member[]> {
  return tx.all<Member>(`${MEMBERS} = (SELECT work_id FROM work_asins WHERE asin = ?) ORDER BY created_at, asin`, [asin]);
}

async function move(tx: Tx, asin: string, workId: string, evidence: string): Promise<void> {
  await tx.run('UPDATE work_asins SET work_id = ?, evidence = ? WHERE asin = ?', [workId, evidence, asin]);
}

async function dropIfEmpty(tx: Tx, workId: string): Promise<void> {
  await tx.run('DELETE FROM works WHERE id = ? AND NOT EXISTS (SELECT 1 FROM work_asins WHERE work_id = ?)', [workId, workId]);
}

function asinsOf(rows: readonly { readonly asin: string }[]): string[] {
  return rows.map(({ asin }) => asin);
}

function withEntry(evidence: string, entry: EvidenceEntry): string {
  return JSON.stringify([...readJson<EvidenceEntry[]>(evidence), entry]);
}

/** Reverts the moves of a change. */
async function restore(tx: Tx, workId: string, moved: readonly MovedAsin[], at: string): Promise<void> {
  for (const one of moved) {
    if (!(await tx.get('SELECT id FROM works WHERE id = ?', [one.workId]))) await tx.insert(WorkEntity, { id: one.workId, createdAt: at });
    await move(tx, one.asin, one.workId, one.evidence);
  }
  await dropIfEmpty(tx, workId);
}

/** @see WorkEditor */
export function createWorkEditor({ database, cached, audit, onChange, now }: WorkEditorDeps): WorkEditor {
  async function note(
    tx: Tx,
    change: { kind: WorkChange['kind']; workId: string; otherWorkId: string; moved: readonly Member[]; apart: readonly Pair[] },
    at: string,
    actor: Actor,
  ): Promise<void> {
    const { kind, workId, otherWorkId, moved, apart } = change;
    const id = uuid();
    const kept = moved.map(({ asin, workId: before, evidence }): MovedAsin => ({ asin, workId: before, evidence }));
    const texts = { moved: JSON.stringify(kept), apart: JSON.stringify(apart) };
    await tx.insert(WorkChangeEntity, { id, kind, workId, otherWorkId, actorName: actor.name, ...texts, at });
    const detail = { asins: asinsOf(moved) };
    await audit.record(tx, { ...byActor(actor), action: `work.${kind}`, targetType: 'work', targetId: workId, detail });
  }

  return {
    async see(asin) {
      const members = await membersWith(database.read, asin);
      const [{ workId } = { workId: '' }] = members;
      const rows = await database.read.all<RowOf<typeof WorkChangeEntity>>(
        `SELECT * FROM work_changes WHERE work_id = ? OR other_work_id = ? ORDER BY at DESC, id DESC LIMIT ${MOST_CHANGES}`,
        [workId, workId],
      );
      const books = await cached(members.length > 0 ? asinsOf(members) : [asin]);
      const editions =
        members.length > 0
          ? members.map((one) => ({ asin: one.asin, book: books.get(one.asin), evidence: readJson<EvidenceEntry[]>(one.evidence) }))
          : [{ asin, book: books.get(asin), evidence: [] }];
      const changes = rows.map(({ id, kind, moved, actorName, at, undoneAt }) => ({
        id,
        kind,
        by: actorName,
        at,
        asins: asinsOf(readJson(moved)),
        ...(undoneAt === null ? {} : { undoneAt }),
      }));
      return { editions, changes };
    },

    async merge(asin, other, actor) {
      const at = now().toISOString();
      const asins = await changeWorks(database, async (tx) => {
        for (const one of [asin, other]) await seedWork(tx, one, at);
        const [members, others] = [await membersWith(tx, asin), await membersWith(tx, other)];
        const [target, from] = [members[0]?.workId ?? '', others[0]?.workId ?? ''];
        if (target === from) return [];
        const apart = await unite(tx, pairsBetween(asinsOf(members), asinsOf(others)));
        const entry: EvidenceEntry = { kind: 'merged', at, by: actor.name, fromWork: from };
        for (const one of others) await move(tx, one.asin, target, withEntry(one.evidence, entry));
        await dropIfEmpty(tx, from);
        await note(tx, { kind: 'merged', workId: target, otherWorkId: from, moved: others, apart }, at, actor);
        return asinsOf([...members, ...others]);
      });
      if (asins.length > 0) onChange(asins);
    },

    async split(asin, actor) {
      const at = now().toISOString();
      const asins = await changeWorks(database, async (tx) => {
        const members = await membersWith(tx, asin);
        const moved = members.filter((one) => one.asin === asin);
        const [leaving] = moved;
        if (!leaving || members.length < 2) return [];
        const workId = uuid();
        const apart = pairsBetween([asin], asinsOf(members.filter((one) => one.asin !== asin)));
        await tx.insert(WorkEntity, { id: workId, createdAt: at });
        const entry: EvidenceEntry = { kind: 'split', at, by: actor.name, fromWork: leaving.workId };
        await move(tx, asin, workId, withEntry(leaving.evidence, entry));
        await separate(tx, apart);
        await note(tx, { kind: 'split', workId, otherWorkId: leaving.workId, moved, apart }, at, actor);
        return asinsOf(members);
      });
      if (asins.length > 0) onChange(asins);
    },

    async undo(changeId, actor) {
      const at = now().toISOString();
      const asins = await changeWorks(database, async (tx) => {
        const change = await tx.get<RowOf<typeof WorkChangeEntity>>('SELECT * FROM work_changes WHERE id = ? AND undone_at IS NULL', [
          changeId,
        ]);
        if (!change) throw new ApiError('not_found', sentence('problem.no_work_change'));
        const moved = readJson<MovedAsin[]>(change.moved);
        const present = new Set(asinsOf(await tx.all<{ asin: string }>('SELECT asin FROM work_asins WHERE work_id = ?', [change.workId])));
        if (moved.some(({ asin }) => !present.has(asin))) {
          throw new ApiError('work_changed', sentence('problem.work_changed'));
        }
        await restore(tx, change.workId, moved, at);
        const apart = readJson<Pair[]>(change.apart);
        await (change.kind === 'split' ? unite(tx, apart) : separate(tx, apart));
        await tx.run('UPDATE work_changes SET undone_at = ? WHERE id = ?', [at, changeId]);
        const target = { targetType: 'work', targetId: change.workId };
        await audit.record(tx, { ...byActor(actor), action: `work.${change.kind}_undone`, ...target, detail: { asins: asinsOf(moved) } });
        return [...new Set([...present, ...asinsOf(moved)])];
      });
      onChange(asins);
    },
  };
}
