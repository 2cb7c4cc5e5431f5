import { placeholders, readJson, type Json, type Sql } from '../../platform/db/index.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import type { DownloadRelease } from './download-record.js';
import { readManifest } from './import-records.js';
import type { RequestStatus, RequestType } from './statuses.js';

/** An import of a book, and the release that its files came from. */
export interface PlacedRelease {
  readonly requestId: string;
  readonly type: RequestType;
  /** The display name of who requested it. */
  readonly requester: string;
  readonly importedAt: string;
  /** When its files were removed, or replaced. */
  readonly removedAt: string | null;
  readonly status: RequestStatus;
  /** Absolute. */
  readonly directory: string;
  readonly manifest: PlacementManifest;
  /** Absent for files that no download brought. */
  readonly release: DownloadRelease | undefined;
}

interface Row extends Omit<PlacedRelease, 'manifest' | 'release'> {
  readonly manifest: string;
  readonly release: Json<DownloadRelease> | null;
}

/** The last imports of a book under any of these ASINs, newest first. One statement. */
export async function placedReleasesOf(sql: Pick<Sql, 'all'>, asins: readonly string[], most: number): Promise<PlacedRelease[]> {
  const rows = await sql.all<Row>(
    `SELECT r.id AS request_id, r.type, u.display_name AS requester, i.created_at AS imported_at, i.removed_at, r.status, i.directory, i.manifest, d.release
     FROM imports i JOIN requests r ON r.id = i.request_id JOIN users u ON u.id = r.user_id
     LEFT JOIN download_history d ON d.id = i.download_id
     WHERE r.asin IN (${placeholders(asins.length)}) ORDER BY i.created_at DESC, i.id DESC LIMIT ?`,
    [...asins, most],
  );
  return rows.map(({ manifest, release, ...row }) => ({ ...row, manifest: readManifest(manifest), release: readJson(release) }));
}
