import type { Caller } from '../../platform/http/route.js';
import type { Database } from '../../platform/db/index.js';
import { hidePlaces } from '../../platform/logging/hide-places.js';
import { DIRECT_CLIENT_ID, DIRECT_CLIENT_NAME } from '../direct-downloads/index.js';
import type { DownloadRelease } from '../lifecycle/download-record.js';
import { messageForMember } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestEventRow } from '../lifecycle/request-record.js';
import { presentRequest, type RequestList } from './request-list.js';
import type { RequestDetail } from './request-schemas.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { stageRail } from '../lifecycle/stages.js';

type Viewer = Pick<Caller, 'userId' | 'role' | 'permissions'>;

interface EventRow extends RequestEventRow {
  username: string | null;
  displayName: string | null;
}

interface ManifestShape {
  readonly files: readonly { readonly size: number; readonly method: string }[];
}

/** Older entries begin with the name that their actor signs in with; others than admins read how that person is called. */
function whoAndWhat(row: EventRow, facts: Readonly<Record<string, unknown>>, isPrivy: boolean, isAdmin: boolean) {
  const { actorId, username, displayName, message } = row;
  const actor = actorId && username ? { id: actorId, displayName: displayName ?? '', ...(isPrivy ? { username } : {}) } : undefined;
  const begin = `${username ?? ''} `;
  const called = !isPrivy && username && message.startsWith(begin) ? `${displayName ?? ''} ${message.slice(begin.length)}` : message;
  return { message: isAdmin ? called : hidePlaces(messageForMember(facts) ?? called), actor };
}

/** Reads everything about one request. Six statements. */
export function createRequestDetail(database: Database, list: RequestList) {
  return async function requestDetail(id: string, viewer: Viewer): Promise<RequestDetail | undefined> {
    const row = await list.row(id, viewer);
    if (!row) return undefined;
    const isAdmin = viewer.role === 'admin';
    const [events, download, placed, subscribers, ebook] = await Promise.all([
      database.read.all<EventRow>(
        `SELECT e.*, u.username, u.display_name FROM request_events e LEFT JOIN users u ON u.id = e.actor_id WHERE e.request_id = ? ORDER BY e.id`,
        [id],
      ),
      database.read.get<{ release: string; integrationId: string | null; client: string | null }>(
        `SELECT d.release, d.integration_id, i.name AS client FROM download_history d LEFT JOIN integrations i ON i.id = d.integration_id
         WHERE d.request_id = ? AND d.error IS NULL ORDER BY d.created_at DESC, d.id DESC LIMIT 1`,
        [id],
      ),
      database.read.get<{ directory: string; manifest: string }>(
        'SELECT directory, manifest FROM imports WHERE request_id = ? ORDER BY created_at DESC LIMIT 1',
        [id],
      ),
      database.read.get<{ n: number }>('SELECT COUNT(*) AS n FROM request_subscribers WHERE request_id = ?', [id]),
      row.type === 'ebook'
        ? undefined
        : database.read.get<{ id: string; status: RequestStatus }>(
            `SELECT id, status FROM requests WHERE type = 'ebook' AND (parent_request_id = ? OR (asin = ? AND user_id = ?))
             ORDER BY created_at DESC, id DESC LIMIT 1`,
            [id, row.asin, row.userId],
          ),
    ]);
    const timeline = events.map((event) => {
      const facts = event.detail === null ? {} : (JSON.parse(event.detail) as Record<string, unknown>);
      return {
        ...whoAndWhat(event, facts, isAdmin || event.actorId === viewer.userId, isAdmin),
        id: event.id,
        at: event.at,
        event: event.event,
        from: event.fromStatus ?? undefined,
        to: event.toStatus ?? undefined,
        detail: event.detail !== null && isAdmin ? facts : undefined,
      };
    });
    const clientName = download?.integrationId === DIRECT_CLIENT_ID ? DIRECT_CLIENT_NAME : (download?.client ?? undefined);
    const release = download ? (JSON.parse(download.release) as DownloadRelease) : undefined;
    const manifest = placed && isAdmin ? (JSON.parse(placed.manifest) as ManifestShape) : undefined;
    const methods: Record<string, number> = {};
    for (const file of manifest?.files ?? []) methods[file.method] = (methods[file.method] ?? 0) + 1;
    return {
      ...presentRequest(row, viewer),
      timeline,
      stages: stageRail(row, timeline),
      ebookRequest: ebook && { id: ebook.id, status: ebook.status },
      release: release && {
        title: release.title,
        indexer: release.indexer,
        size: release.size,
        score: release.score,
        protocol: release.protocol,
      },
      downloadClient: clientName === undefined ? undefined : { name: clientName },
      files:
        placed && manifest
          ? {
              directory: placed.directory,
              count: manifest.files.length,
              bytes: manifest.files.reduce((sum, file) => sum + file.size, 0),
              methods,
            }
          : undefined,
      subscribers: Number(subscribers?.n ?? 0),
    };
  };
}

export type RequestDetailReader = ReturnType<typeof createRequestDetail>;
