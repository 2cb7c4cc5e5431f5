import { IntegrationError } from '@lectern/plugin-api';

/** Which feed is meant. */
export interface Profile {
  /** The number of the profile. */
  readonly userId: string;
  /** The shelf an address names. */
  readonly shelf?: string;
}

/** Exactly these: what a user types must never make the server ask anybody else. */
const HOSTS: readonly string[] = ['www.goodreads.com', 'goodreads.com'];
const PATH = /^\/(?:review\/list(?:_rss)?|user\/show)\/(\d{1,20})(?=[-./]|$)/;

function refuse(message: string): never {
  throw new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field: 'profile' });
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
  if (!URL.canParse(written)) refuse('This is neither an address of Goodreads nor the number of a profile.');
  const url = new URL(written);
  const isGoodreads = HOSTS.includes(url.hostname) && url.port === '' && ['http:', 'https:'].includes(url.protocol);
  if (!isGoodreads || url.username !== '' || url.password !== '') refuse('The address has to be one of www.goodreads.com.');
  if (url.searchParams.has('key')) {
    refuse('The address holds a key, which is a secret. Put the part after key= into "Feed key" and leave it out here.');
  }
  const userId = PATH.exec(url.pathname)?.[1];
  if (userId === undefined) refuse('The address is not that of a profile or a shelf. Open "My Books" at Goodreads and copy that one.');
  const shelf = url.searchParams.get('shelf')?.trim();
  return { userId, ...(shelf ? { shelf } : {}) };
}

/**
 * The shelf's name as Goodreads writes it. Any other spelling makes it answer with all books.
 *
 * @throws IntegrationError MISCONFIGURED for names that stand for all books
 */
export function shelfName(setting: string, profile: Profile): string {
  const name = (setting.trim() === '' ? (profile.shelf ?? '') : setting).trim().toLowerCase().replace(/\s+/g, '-');
  if (name === '' || name === '#all#' || name === 'all') {
    throw new IntegrationError('INTEGRATION_MISCONFIGURED', 'Name one shelf, such as to-read; without one Goodreads gives all books.', {
      field: 'shelf',
    });
  }
  return name;
}
