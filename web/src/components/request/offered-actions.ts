import { lookOf } from '../../api/request-status.js';
import type { RequestAction, RequestSummary } from '../../api/types.js';

/**
 * Where an action stands: as the main button, as a button beside it, in the menu for what is done seldom, or elsewhere. The order is that of the
 * page. The compiler requires an entry for each action.
 */
const PLACES = {
  approve: 'main',
  accept_import: 'main',
  retry: 'main',
  search: 'more',
  reject_release: 'beside',
  deny: 'beside',
  cancel: 'beside',
  undo_approval: 'more',
  undo_denial: 'more',
  retry_download: 'more',
  // what opens a dialog or a page of its own
  import_upload: 'more',
  manual_import: 'more',
  delete: 'more',
  // in the table of candidates
  select: 'elsewhere',
  // beside the link to the ebook
  fetch_ebook: 'elsewhere',
  // a switch on the page of the request
  set_any_reading: 'elsewhere',
  // a choice of its own on the page of the request
  merge_chapters: 'elsewhere',
} as const satisfies Record<RequestAction, 'main' | 'beside' | 'more' | 'elsewhere'>;

type At<Place> = { [A in RequestAction]: (typeof PLACES)[A] extends Place ? A : never }[RequestAction];

/** Those of the menu that act at once; the others open something. */
export type DirectAction = Exclude<At<'main' | 'beside' | 'more'>, 'import_upload' | 'manual_import' | 'delete'>;

const OPENING: ReadonlySet<RequestAction> = new Set(['import_upload', 'manual_import', 'delete'] satisfies RequestAction[]);

const isDirect = (action: RequestAction): action is DirectAction => PLACES[action] !== 'elsewhere' && !OPENING.has(action);

/** Nobody works on it, and this person may not start it again. */
const searchIsMain = ({ actions, status }: RequestSummary): boolean => lookOf(status).newTerms === 'now' && !actions.includes('retry');

interface Offered {
  /** The one to press now, if anything is to be done. */
  readonly main: DirectAction | undefined;
  readonly beside: readonly DirectAction[];
  /** For the menu. */
  readonly more: readonly DirectAction[];
}

/** What a person may do with a request, by where it stands. */
export function offeredActions(request: RequestSummary): Offered {
  const offered = (Object.keys(PLACES) as RequestAction[]).filter(isDirect).filter((action) => request.actions.includes(action));
  const placeOf = (action: DirectAction) => (action === 'search' && searchIsMain(request) ? 'main' : PLACES[action]);
  const [main, ...rest] = offered.filter((action) => placeOf(action) === 'main');
  return {
    main,
    beside: [...rest, ...offered.filter((action) => placeOf(action) === 'beside')],
    // starting it again is a search, too
    more: offered.filter((action) => placeOf(action) === 'more' && !(action === 'search' && lookOf(request.status).newTerms === 'now')),
  };
}
