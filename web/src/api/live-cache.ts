import { isDropped } from './request-status.js';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { askAgainOvertaken, invalidate } from './overtaken-answers.js';
import { queryKeys } from './query-keys.js';
import type {
  CheckUp,
  CheckUpProgress,
  TakeInPage,
  TakeInProgress,
  AnnotatedBook,
  BookAnswer,
  CardBook,
  ComingBook,
  EbookAnswer,
  Home,
  Jobs,
  LiveEvent,
  NotificationPage,
  Rename,
  RenamePage,
  RenameProgress,
  RequestDetail,
  RequestList,
  RequestSummary,
} from './types.js';

/** A book after its request has changed. Another person's request never replaces one's own, nor an ebook's an audiobook's. */
export function withRequest<B extends CardBook>(book: B, request: RequestSummary): B {
  if (book.asin !== request.book.asin || request.type === 'ebook') return book;
  if (book.request?.mine && !request.mine && book.request.id !== request.id) return book;
  const { username } = request.user;
  return {
    ...book,
    availability: request.status === 'available' ? 'available' : isDropped(request.status) ? 'none' : 'requested',
    request: { id: request.id, status: request.status, mine: request.mine, ...(username === undefined ? {} : { username }) },
  };
}

/** A book to come after its request has changed. */
function withRequestInComing(coming: ComingBook, request: RequestSummary): ComingBook {
  const isOwn = request.mine && request.type === 'audiobook' && request.book.asin === coming.book.asin;
  return { ...coming, book: withRequest(coming.book, request), ...(isOwn ? { requested: !isDropped(request.status) } : {}) };
}

function withRequestInPage(data: unknown, request: RequestSummary): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const apply = <B extends CardBook>(book: B) => withRequest(book, request);
  if ('sections' in data) {
    const home = data as Home;
    return { ...home, sections: home.sections.map((section) => ({ ...section, items: section.items.map(apply) })) };
  }
  if ('book' in data && 'editions' in data) {
    const answer = data as BookAnswer;
    return { ...answer, book: apply(answer.book), editions: answer.editions.map(apply) };
  }
  if ('pages' in data) {
    const paged = data as { pages: { items: (AnnotatedBook | ComingBook)[] }[]; pageParams: unknown[] };
    const applyTo = (item: AnnotatedBook | ComingBook) => ('book' in item ? withRequestInComing(item, request) : apply(item));
    return { ...paged, pages: paged.pages.map((page) => ({ ...page, items: page.items.map(applyTo) })) };
  }
  return data;
}

/** The state of a book's ebook after its request has changed. */
export function withEbookRequest(known: EbookAnswer, { id, status, mine, reason }: RequestSummary): EbookAnswer {
  if (known.request && known.request.id !== id && (known.request.mine || !mine)) return known;
  if (isDropped(status)) return known.request ? { ...known, request: null } : known;
  // another person's counts once it is in the library
  return mine || status === 'downloaded'
    ? { ...known, request: { id, status, mine, ...(mine && reason ? { reason: reason.code } : {}) } }
    : known;
}

/** Nobody is asked any more to decide about a request. */
function decided(client: QueryClient, requestId: string): void {
  const settle = (page: NotificationPage): NotificationPage => ({
    ...page,
    items: page.items.map(({ awaitsDecision, ...item }) =>
      awaitsDecision && item.requestId !== requestId ? { ...item, awaitsDecision } : item,
    ),
  });
  client.setQueryData<NotificationPage>(queryKeys.notifications, (page) => page && settle(page));
  client.setQueriesData<InfiniteData<NotificationPage>>(
    { queryKey: queryKeys.allOlderNotifications },
    (data) => data && { ...data, pages: data.pages.map(settle) },
  );
}

/** Updates a changed request everywhere in the cache. */
export function applyRequest(client: QueryClient, request: RequestSummary): void {
  if (request.status !== 'awaiting_approval') decided(client, request.id);
  client.setQueriesData<RequestList>(
    { queryKey: queryKeys.requestLists },
    (list) => list && { ...list, items: list.items.map((item) => (item.id === request.id ? { ...item, ...request } : item)) },
  );
  client.setQueryData<RequestDetail>(queryKeys.request(request.id), (detail) => detail && { ...detail, ...request });
  if (request.type === 'ebook') {
    client.setQueryData<EbookAnswer>(queryKeys.ebook(request.book.asin), (known) => known && withEbookRequest(known, request));
    return;
  }
  client.setQueriesData({ queryKey: queryKeys.books }, (data: unknown) => withRequestInPage(data, request));
}

/** Takes a request that is gone out of the cache, and reads again what may have named it. */
function dropRequest(client: QueryClient, id: string): void {
  client.setQueriesData<RequestList>(
    { queryKey: queryKeys.requestLists },
    (list) => list && { ...list, items: list.items.filter((item) => item.id !== id) },
  );
  const touched = [
    queryKeys.request(id),
    queryKeys.requestLists,
    queryKeys.books,
    queryKeys.allDownloadStatuses,
    ['ebook'],
    queryKeys.quota,
  ];
  for (const queryKey of touched) invalidate(client, queryKey);
}

/** Jobs that read the media servers, or look up what these hold. */
const LIBRARY_READERS = ['library.scan', 'library.recent', 'library.likely-matches', 'series-gaps.refresh'];

function applyJob(client: QueryClient, event: Extract<LiveEvent, { type: 'job.updated' }>): void {
  const { job } = event.data;
  client.setQueryData<Jobs>(queryKeys.jobs, (jobs) => {
    if (!jobs) return jobs;
    // an event does not say which book the job works on, which the list does
    const known = jobs.items.some((item) => item.id === job.id);
    const items = known
      ? jobs.items.map((item) => (item.id === job.id ? { ...job, ...(item.book && { book: item.book }) } : item))
      : [job, ...jobs.items];
    const schedules = jobs.schedules.map((schedule) =>
      schedule.name === job.name ? { ...schedule, running: job.state === 'running' } : schedule,
    );
    return { ...jobs, schedules, items };
  });
  // `library.updated` reports only books of the catalogue; other items, and losses, change without it
  const isOver = job.state !== 'running' && job.state !== 'queued';
  if (isOver) askAgainOvertaken(client, queryKeys.jobs);
  if (isOver && LIBRARY_READERS.includes(job.name)) invalidate(client, queryKeys.allLibrary);
}

/** What the last event about each thing said of its state, per query client. */
const heard = new WeakMap<QueryClient, Map<string, string>>();

/**
 * Whether an event tells of another state than the event before it, or than the cache. The cache alone cannot say so: an answer
 * that was read between the change and its event has the new state already, while a list that was read beside it may be older.
 * Nor can the events alone: while the connection was lost there were none.
 */
function isNews(
  client: QueryClient,
  thing: `${'request' | 'rename' | 'check-up' | 'take-in'} ${string}`,
  state: string,
  known: string | undefined,
): boolean {
  const states = heard.get(client) ?? new Map<string, string>();
  heard.set(client, states);
  const before = states.get(thing);
  states.set(thing, state);
  return before !== state || (known !== undefined && known !== state);
}

/** A rename that goes on changes in place. One that came into another state moved books, so everything about it is read again. */
function applyRename(client: QueryClient, progress: RenameProgress): void {
  const { id, state, done, total } = progress;
  client.setQueryData(queryKeys.renameProgress(id), progress);
  const lists = client.getQueriesData<RenamePage>({ queryKey: queryKeys.renameLists });
  const known = lists.flatMap(([, list]) => list?.items ?? []).find((rename) => rename.id === id);
  if (isNews(client, `rename ${id}`, state, known?.state)) return invalidate(client, queryKeys.renames);
  const apply = (rename: Rename): Rename => (rename.id === id ? { ...rename, done, total } : rename);
  client.setQueriesData<RenamePage>({ queryKey: queryKeys.renameLists }, (list) => list && { ...list, items: list.items.map(apply) });
  client.setQueryData<Rename>(queryKeys.rename(id), (rename) => rename && apply(rename));
}

/** A check-up that goes on changes in place. Once it is in another state, what it found is read again. */
function applyCheckUp(client: QueryClient, { id, state, done, total }: CheckUpProgress): void {
  const known = client.getQueryData<CheckUp>(queryKeys.checkUp)?.checkUp;
  if (isNews(client, `check-up ${id}`, state, known?.id === id ? known.state : undefined)) return invalidate(client, queryKeys.allLibrary);
  client.setQueryData<CheckUp>(queryKeys.checkUp, (data) =>
    data?.checkUp?.id === id ? { ...data, checkUp: { ...data.checkUp, done, total } } : data,
  );
}

/** A take-in that goes on changes in place. Once it is in another state, or over, it and its books are read again. */
function applyTakeIn(client: QueryClient, { id, state, done, total }: TakeInProgress): void {
  const known = client.getQueryData<TakeInPage>(queryKeys.takeInList(1))?.items[0];
  const isGoingOn =
    !isNews(client, `take-in ${id}`, state, known?.id === id ? known.state : undefined) && known?.id === id && known.done !== done;
  if (!isGoingOn) return invalidate(client, queryKeys.takeIns);
  const now = { ...known, done, total };
  client.setQueryData<TakeInPage>(queryKeys.takeInList(1), (data) => data && { ...data, items: [now, ...data.items.slice(1)] });
  client.setQueryData<TakeInPage['items'][number]>(queryKeys.takeIn(id), (data) => data && { ...data, done, total });
}

/** Applies a live event to the cache, and invalidates what it affects. */
export function applyLiveEvent(client: QueryClient, event: LiveEvent): void {
  switch (event.type) {
    case 'request.updated': {
      const { request } = event.data;
      const before = client.getQueryData<RequestDetail>(queryKeys.request(request.id));
      applyRequest(client, request);
      // Progress leaves the timeline unchanged; a new state does not.
      if (isNews(client, `request ${request.id}`, request.status, before?.status)) {
        invalidate(client, queryKeys.request(request.id));
        // a release that failed is marked with the move that follows
        invalidate(client, queryKeys.candidates(request.id));
        invalidate(client, queryKeys.requestLists);
        askAgainOvertaken(client, request.type === 'ebook' ? queryKeys.ebook(request.book.asin) : queryKeys.books);
        invalidate(client, queryKeys.downloadStatus(request.book.asin));
        if (isDropped(request.status)) {
          invalidate(client, queryKeys.followPreviews);
          // a card says how long a book is while nobody asks for it, and the home page has that of such books alone
          invalidate(client, queryKeys.home);
        }
      }
      return;
    }
    case 'request.deleted':
      return dropRequest(client, event.data.requestId);
    case 'search.updated':
      return invalidate(client, queryKeys.candidates(event.data.requestId));
    case 'preview.updated': {
      const { previewId, ...progress } = event.data;
      client.setQueryData(queryKeys.previewProgress(previewId), progress);
      return;
    }
    case 'release-search.updated': {
      const { searchId, ...progress } = event.data;
      client.setQueryData(queryKeys.releaseSearchProgress(searchId), progress);
      return;
    }
    case 'job.updated':
      return applyJob(client, event);
    case 'integration.updated':
      return invalidate(client, queryKeys.integrations);
    case 'library.updated':
      invalidate(client, queryKeys.allLibrary);
      invalidate(client, queryKeys.allDownloadStatuses);
      return invalidate(client, queryKeys.books);
    case 'works.updated':
      invalidate(client, queryKeys.allWorks);
      return invalidate(client, queryKeys.books);
    case 'check-up.updated':
      return applyCheckUp(client, event.data);
    case 'take-in.updated':
      return applyTakeIn(client, event.data);
    case 'library-bin.updated':
      return invalidate(client, queryKeys.bin);
    case 'webhook.updated':
      return invalidate(client, queryKeys.webhooks);
    case 'rename.updated':
      return applyRename(client, event.data);
    case 'shelf.updated':
      return invalidate(client, queryKeys.shelves);
    case 'listening.updated':
      invalidate(client, queryKeys.listening);
      return invalidate(client, queryKeys.home);
    case 'home.updated':
      invalidate(client, queryKeys.homeArrangement);
      return invalidate(client, queryKeys.home);
    case 'ignore-list.updated':
      invalidate(client, queryKeys.ignored);
      invalidate(client, queryKeys.followPreviews);
      return invalidate(client, queryKeys.books);
    case 'report.updated':
      invalidate(client, queryKeys.reports);
      invalidate(client, queryKeys.everyonesReports);
      return invalidate(client, queryKeys.book(event.data.asin));
    case 'following.updated':
      invalidate(client, queryKeys.comingUp);
      invalidate(client, queryKeys.home);
      return invalidate(client, queryKeys.following);
    case 'notification':
      if (event.data.event === 'user_pending') invalidate(client, queryKeys.allUsers);
      return invalidate(client, queryKeys.notifications);
  }
}
