import { fault } from './fault.js';

/** The feed that the settings name. */
export interface Profile {
  /** The number of the profile. */
  readonly userId: string;
  /** The shelf in the address, if any. */
  readonly shelf?: string;
}

/** Exactly these, because a user's entry must never make the server contact anybody else. */
const HOSTS: readonly string[] = ['www.goodreads.com', 'goodreads.com'];
const PATH = /^\/(?:review\/list(?:_rss)?|user\/show)\/(\d{1,20})(?=[-./]|$)/;

type Wrong = 'not_an_address' | 'not_goodreads' | 'key_in_address' | 'not_a_profile';

function refuse(key: Wrong): never {
  throw fault('INTEGRATION_MISCONFIGURED', key, { field: 'profile' });
}

/**
 * Reads the number of a profile, or an address copied from the browser: profile, shelf or RSS feed.
 *
 * @throws IntegrationError MISCONFIGURED, naming the field
 */
export function parseProfile(text: string): Profile {
  const given = text.trim();
  if (/^\d{1,20}$/.test(given)) return { userId: given };
  const written = /^(?:www\.)?goodreads\.com\//i.test(given) ? `https://${given}` : given;
  if (!URL.canParse(written)) refuse('not_an_address');
  const url = new URL(written);
  const isGoodreads = HOSTS.includes(url.hostname) && url.port === '' && ['http:', 'https:'].includes(url.protocol);
  if (!isGoodreads || url.username !== '' || url.password !== '') refuse('not_goodreads');
  if (url.searchParams.has('key')) {
    refuse('key_in_address');
  }
  const userId = PATH.exec(url.pathname)?.[1];
  if (userId === undefined) refuse('not_a_profile');
  const shelf = url.searchParams.get('shelf')?.trim();
  return { userId, ...(shelf ? { shelf } : {}) };
}

/**
 * The name of the shelf as Goodreads writes it. For any other spelling it answers with all books.
 *
 * @throws IntegrationError MISCONFIGURED for names that mean all books
 */
export function shelfName(setting: string, profile: Profile): string {
  const name = (setting.trim() === '' ? (profile.shelf ?? '') : setting).trim().toLowerCase().replace(/\s+/g, '-');
  if (name === '' || name === '#all#' || name === 'all') {
    throw fault('INTEGRATION_MISCONFIGURED', 'no_shelf_named', {
      field: 'shelf',
    });
  }
  return name;
}
