import type { Caller } from '../../platform/http/route.js';
import type { Database } from '../../platform/db/index.js';
import { hidePlaces, withoutPlaces } from '../../platform/logging/hide-places.js';
import { inEnglish, type Say } from '../../platform/words/index.js';
import { DIRECT_CLIENT_ID } from '../direct-downloads/index.js';
import { DIRECT_CLIENT } from '../lifecycle/direct-client.js';
import type { ListenLinksOf } from '../integration-records/listen-link.js';
import { currentRelease } from '../lifecycle/download-store.js';
import { lastImport } from '../lifecycle/import-records.js';
import { messageOf } from '../lifecycle/reasons/wait-reasons.js';
import { ebookRequestOf } from '../lifecycle/request-store.js';
import { subscriberCount } from '../lifecycle/subscribers.js';
import { timelineOf, type ToldEvent } from '../lifecycle/timeline.js';
import { presentRequest, type RequestList } from './request-list.js';
import type { RequestDetail } from './request-schemas.js';
import { stageRail } from '../lifecycle/stages.js';

type Viewer = Pick<Caller, 'userId' | 'role' | 'permissions'>;

/** Entries of older versions begin with the name that their actor signs in with; others than admins read how that person is called. */
function calledByName({ said, username, displayName }: ToldEvent, isPrivy: boolean): ToldEvent['said'] {
  const begin = `${username ?? ''} `;
  if (typeof said !== 'string' || isPrivy || !username || !said.startsWith(begin)) return said;
  return `${displayName ?? ''} ${said.slice(begin.length)}`;
}

function whoAndWhat(row: ToldEvent, facts: Readonly<Record<string, unknown>>, isPrivy: boolean, isAdmin: boolean, say: Say) {
  const { actorId, username, displayName } = row;
  const actor = actorId && username ? { id: actorId, displayName: displayName ?? '', ...(isPrivy ? { username } : {}) } : undefined;
  const said = messageOf(facts, isAdmin ? 'admin' : 'member') ?? calledByName(row, isPrivy);
  return { message: isAdmin ? say(said) : hidePlaces(say(withoutPlaces(said))), actor };
}

/** Reads everything about one request. Seven statements. */
export function createRequestDetail(database: Database, list: RequestList, listenLinksOf: ListenLinksOf) {
  return async function requestDetail(id: string, viewer: Viewer, say: Say = inEnglish): Promise<RequestDetail | undefined> {
    const row = await list.row(id, viewer);
    if (!row) return undefined;
    const isAdmin = viewer.role === 'admin';
    const [events, download, placed, subscribers, ebook, listen] = await Promise.all([
      timelineOf(database.read, id),
      currentRelease(database.read, id),
      lastImport(database.read, id),
      subscriberCount(database.read, id),
      row.type === 'ebook' ? undefined : ebookRequestOf(database.read, row),
      row.type === 'ebook' ? undefined : listenLinksOf([row.asin]),
    ]);
    const timeline = events.map((event) => {
      const facts = event.detail ?? {};
      return {
        ...whoAndWhat(event, facts, isAdmin || event.actorId === viewer.userId, isAdmin, say),
        id: event.id,
        at: event.at,
        event: event.event,
        from: event.fromStatus ?? undefined,
        to: event.toStatus ?? undefined,
        detail: event.detail !== null && isAdmin ? facts : undefined,
      };
    });
    const clientName = download?.integrationId === DIRECT_CLIENT_ID ? say(DIRECT_CLIENT) : (download?.client ?? undefined);
    const release = download?.release;
    const manifest = placed && isAdmin ? placed.manifest : undefined;
    const methods: Record<string, number> = {};
    for (const file of manifest?.files ?? []) methods[file.method] = (methods[file.method] ?? 0) + 1;
    return {
      ...presentRequest(row, viewer, say),
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
      subscribers,
      listen: listen?.get(row.asin) ?? [],
    };
  };
}

export type RequestDetailReader = ReturnType<typeof createRequestDetail>;
