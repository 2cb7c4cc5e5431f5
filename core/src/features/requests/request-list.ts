import type { Caller } from '../../platform/http/route.js';
import {
  correctedSearch,
  isReadInOrder,
  isTrue,
  readJsonOr,
  readsSideBySide,
  type Database,
  type SqlValue,
  type WayOfFinding,
} from '../../platform/db/index.js';
import { hidePlaces, withoutPlaces } from '../../platform/logging/hide-places.js';
import { inEnglish, type Say } from '../../platform/words/index.js';
import { actionsFor, type RequestAction } from './request-actions.js';
import { BOOK_COLUMNS, requestBook, type BookColumns } from './request-book.js';
import { conditionsOf, inScope, pageInOrder, pageWithSubscribed, SORT, TEXT, type RequestFilter } from './request-conditions.js';
import { isCuredByChoice, reasonForAdmin, reasonForMember } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow, WaitReason } from '../lifecycle/request-record.js';
import type { RequestSummary } from './request-schemas.js';
import { withAlongside } from './requests-alongside.js';
import { countMatches, tally, type Tally } from './request-tally.js';
import { groupOf, GROUPS, REQUEST_STATUSES, type StatusGroup } from '../lifecycle/statuses.js';
import { stageOf } from '../lifecycle/stages.js';

/** A listed request before it is made the caller's. */
export interface ListedRequest extends RequestRow, BookColumns {
  readonly username: string;
  readonly displayName: string;
  readonly subscribed: unknown;
}

type Viewer = Pick<Caller, 'userId' | 'role' | 'permissions'>;

const REQUEST_COLUMNS = `r.id, r.user_id, r.asin, r.region, r.type, r.title, r.author, r.status, r.status_since,
  r.reason, r.origin, r.parent_request_id, r.custom_search_terms, r.note, r.any_reading, r.merge_chapters, r.search_attempts, r.download_attempts, r.import_attempts,
  r.current_download_id, r.progress, r.created_at, r.updated_at, u.username, u.display_name`;

const FROM = `FROM requests r JOIN users u ON u.id = r.user_id LEFT JOIN audiobooks b ON b.asin = r.asin AND b.region = r.region`;

function selectList(viewer: Viewer): { sql: string; params: SqlValue[] } {
  return {
    sql: `SELECT ${REQUEST_COLUMNS}, ${BOOK_COLUMNS},
      EXISTS (SELECT 1 FROM request_subscribers s WHERE s.request_id = r.id AND s.user_id = ?) AS subscribed`,
    params: [viewer.userId],
  };
}

/** Only admins see where the server keeps things and which services it uses, and most of the advice. */
function forMember(stored: WaitReason, actions: readonly RequestAction[], say: Say): WaitReason {
  const mayChoose = actions.includes('select');
  const worded = reasonForMember(stored, mayChoose, (said) => hidePlaces(say(withoutPlaces(said))));
  if (worded) return worded;
  const { code, component, since, nextAt, message, nextStep, todo } = stored;
  const isTheirs = todo !== undefined && mayChoose && isCuredByChoice(code);
  return {
    code,
    component,
    since,
    nextAt,
    message: hidePlaces(message),
    ...(nextStep === undefined ? {} : { nextStep: hidePlaces(nextStep) }),
    ...(isTheirs ? { todo: hidePlaces(todo) } : {}),
  };
}

/** A page that begins after so many rows is looked for when they are counted. */
const FAR = 1_000;

const offsetOf = ({ page, limit }: Pick<RequestFilter, 'page' | 'limit'>): number => (page - 1) * limit;

/** What is known of a list before its rows are looked for. */
interface HowToList {
  readonly subscribes: boolean;
  readonly way?: WayOfFinding;
  /** Rows of the whole list. */
  readonly total?: number;
}

/** What a search that found nothing may have meant. */
interface Meant {
  readonly rows: readonly ListedRequest[];
  readonly total: number;
  /** The text that the rows match. */
  readonly searchedFor: string;
}

/** A page of requests, and how many there are in each group. */
export interface RequestPage {
  readonly items: RequestSummary[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly counts: Record<StatusGroup, number>;
  /** The text searched for instead, because the search itself found nothing. */
  readonly searchedFor?: string;
}

/**
 * A row as one caller may see it. A person who joins sees the display name of the requester; that person's sign-in name and their message
 * to the admins stay between them and the admins.
 */
export function presentRequest(row: ListedRequest, viewer: Viewer, say: Say = inEnglish): RequestSummary {
  const isPrivy = viewer.role === 'admin' || row.userId === viewer.userId;
  const reason = readJsonOr(row.reason, null);
  const actions = actionsFor(row, viewer);
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    group: groupOf(row.status),
    statusSince: row.statusSince,
    reason: reason && (viewer.role === 'admin' ? reasonForAdmin(reason, say) : forMember(reason, actions, say)),
    book: requestBook(row),
    user: { id: row.userId, displayName: row.displayName, ...(isPrivy ? { username: row.username } : {}) },
    mine: row.userId === viewer.userId,
    subscribed: isTrue(row.subscribed),
    progress: readJsonOr(row.progress, undefined),
    stage: stageOf(row),
    origin: row.origin,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    parentRequestId: row.parentRequestId ?? undefined,
    customSearchTerms: row.customSearchTerms ?? undefined,
    note: isPrivy ? (row.note ?? undefined) : undefined,
    anyReading: isTrue(row.anyReading),
    mergeChapters: row.mergeChapters === null ? null : isTrue(row.mergeChapters),
    downloadAttempts: row.downloadAttempts,
    actions,
  };
}

/** A filter that leaves out people leaves out the request that shows theirs, so each stands alone then. */
function mayBeTogether({ together, scope, userId, from, to }: RequestFilter): boolean {
  return together === true && scope === 'all' && userId === undefined && from === undefined && to === undefined;
}

/** The number of requests of a group, or of all. */
function sum(byStatus: Tally['byStatus'], group: StatusGroup | undefined): number {
  const counted = REQUEST_STATUSES.filter((status) => group === undefined || groupOf(status) === group);
  return counted.reduce((total, status) => total + (byStatus[status] ?? 0), 0);
}

/**
 * Lists requests: two statements, three for a search that is filtered or for those that wait for a person, and one more to put together those that wait for the same book.
 * Only a search that finds nothing takes more, to look for typing errors.
 */
export function createRequestList(database: Database) {
  async function rowsOf(filter: RequestFilter, viewer: Viewer, { subscribes, way, total }: HowToList): Promise<ListedRequest[]> {
    const userId = filter.scope === 'mine' ? viewer.userId : undefined;
    const conditions = conditionsOf(filter, database.dialect, way);
    const order = { by: SORT[filter.sort], direction: filter.order === 'asc' ? 'ASC' : 'DESC' } as const;
    const place = { count: filter.limit, offset: offsetOf(filter), total };
    const shown =
      subscribes && userId !== undefined
        ? pageWithSubscribed(userId, conditions, order, place)
        : pageInOrder(conditions.from, inScope(userId, subscribes, conditions), order, place);
    const select = selectList(viewer);
    return database.read.all<ListedRequest>(`${select.sql} ${FROM} ${shown.sql}`, [...select.params, ...shown.params]);
  }

  /** Looks for what a search that found nothing may have meant. */
  async function findMeant(filter: RequestFilter, viewer: Viewer, subscribes: boolean): Promise<Meant | undefined> {
    const searchedFor = filter.search === undefined ? undefined : await correctedSearch(database, TEXT, filter.search);
    if (searchedFor === undefined) return undefined;
    const meant = { ...filter, search: searchedFor };
    const [rows, total] = await Promise.all([
      rowsOf(meant, viewer, { subscribes }),
      countMatches(database, meant, { owner: filter.scope === 'mine' ? viewer.userId : undefined, subscribes }),
    ]);
    return total === 0 ? undefined : { rows, total, searchedFor };
  }

  return {
    async page(asked: RequestFilter, viewer: Viewer, say: Say = inEnglish): Promise<RequestPage> {
      const filter = { ...asked, search: asked.search?.trim() || undefined, together: mayBeTogether(asked) };
      const owner = filter.scope === 'mine' ? viewer.userId : undefined;
      const isAsked = filter.search !== undefined;
      const counting = tally(database, filter, owner);
      // where the page depends on these numbers, they have to be there first; no page is looked for where there is nothing, unless the
      // database looks while it counts
      const isFar = !isAsked && offsetOf(filter) >= FAR;
      const first = owner !== undefined || isFar || (isAsked && !readsSideBySide(database)) ? await counting : undefined;
      const isNowhere = first?.words === 0 || first?.matches === 0;
      const subscribes = first?.subscribes === true;
      const way = !subscribes && isReadInOrder(first?.words ?? 0, filter) ? 'inOrder' : undefined;
      const listedOf = (byStatus: Tally['byStatus']): number =>
        filter.status ? (byStatus[filter.status] ?? 0) : sum(byStatus, filter.group);
      const totalOf = ({ byStatus, behind }: Tally): number => listedOf(byStatus) - behind;
      const countFound = async (): Promise<number | undefined> => {
        if (filter.needsPerson) return countMatches(database, filter, { owner, subscribes });
        if (!isAsked) return undefined;
        const { words, matches, byStatus } = await counting;
        if (isNowhere || matches !== undefined) return matches ?? 0;
        if (owner === undefined && !filter.group && !filter.status) return words;
        return countMatches(database, filter, {
          owner,
          subscribes,
          way: !subscribes && words !== undefined && listedOf(byStatus) < words ? 'amongFew' : undefined,
        });
      };
      const [rows, counted, found] = await Promise.all([
        isNowhere
          ? []
          : rowsOf(filter, viewer, { subscribes, way, total: isFar && first && !filter.needsPerson ? totalOf(first) : undefined }),
        counting,
        countFound(),
      ]);
      const meant = isAsked && found === 0 ? await findMeant(filter, viewer, subscribes) : undefined;
      const groups = Object.fromEntries(GROUPS.map((group) => [group, sum(counted.byStatus, group)])) as Record<StatusGroup, number>;
      const items = (meant?.rows ?? rows).map((row) => presentRequest(row, viewer, say));
      return {
        items: filter.together ? await withAlongside(database.read, items) : items,
        page: filter.page,
        limit: filter.limit,
        total: meant?.total ?? found ?? totalOf(counted),
        counts: groups,
        ...(meant === undefined ? {} : { searchedFor: meant.searchedFor }),
      };
    },

    /** One request as a caller sees it. */
    async row(id: string, viewer: Viewer): Promise<ListedRequest | undefined> {
      const select = selectList(viewer);
      return database.read.get<ListedRequest>(`${select.sql} ${FROM} WHERE r.id = ?`, [...select.params, id]);
    },

    async one(id: string, viewer: Viewer, say: Say = inEnglish): Promise<RequestSummary | undefined> {
      const row = await this.row(id, viewer);
      return row && presentRequest(row, viewer, say);
    },
  };
}

export type RequestList = ReturnType<typeof createRequestList>;
