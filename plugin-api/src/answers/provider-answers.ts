import type { Providers, ProviderKind } from '../providers.js';
import type { AnswerShapeName } from './answer-shapes.js';

/** The shape of an answer; with `?` it may be `undefined`. `nothing`: any answer is ignored. @since 1.1.0 */
export type AnswerRule = AnswerShapeName | `${AnswerShapeName}?` | 'nothing';

/** Rules by member; a member that is an object has its own rules. @since 1.1.0 */
export interface AnswerRules {
  readonly [member: string]: AnswerRule | AnswerRules;
}

const SIGN_IN = { kind: 'signInKind', signIn: 'account', begin: 'redirect', finish: 'account?' } as const;

type RulesOfKind<K extends ProviderKind> = { readonly [Member in keyof Required<NonNullable<Providers[K]>>]: AnswerRule | AnswerRules };

/**
 * The answer of each member of a provider, and the values of members that are not functions. The host reads providers
 * only through these rules.
 *
 * @since 1.1.0
 */
export const PROVIDER_ANSWERS = {
  indexer: { protocols: 'protocols', search: 'searchOutcome', recent: 'searchOutcome', resolve: 'downloadable' },
  downloadClient: {
    protocols: 'protocols',
    add: 'addResult',
    status: 'statuses',
    remove: 'nothing',
    pause: 'nothing',
    resume: 'nothing',
    imported: 'nothing',
    list: 'statuses',
    files: 'downloadFiles',
  },
  mediaServer: {
    libraries: 'libraries',
    items: 'libraryPage',
    refresh: 'nothing',
    cover: 'cover?',
    setAsin: 'nothing',
    remove: 'nothing',
    itemAddress: 'itemAddress?',
    progress: 'progress',
    accounts: { signIn: SIGN_IN },
  },
  notifier: { send: 'nothing' },
  shelfProvider: { describe: 'shelf', books: 'shelfPage' },
  ebookSource: { search: 'ebookOutcome', fetch: 'ebookFetch' },
  catalog: {
    regions: 'regions',
    search: 'catalogPage',
    book: 'catalogBook?',
    chapters: 'chapters?',
    popular: 'catalogPage',
    newReleases: 'catalogPage',
    categories: 'categories',
    category: 'catalogPage',
    searchAuthors: 'catalogAuthors',
    author: 'catalogAuthor?',
    authorBooks: 'catalogPage',
    searchSeries: 'catalogSeriesList',
    series: 'catalogSeries?',
    seriesBooks: 'catalogPage',
    coverAt: 'coverAddress',
  },
  signInProvider: { signIn: SIGN_IN, buttonText: 'buttonText?' },
} as const satisfies { readonly [K in ProviderKind]: RulesOfKind<K> };
