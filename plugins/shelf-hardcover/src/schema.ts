/** Shapes of Hardcover's GraphQL answers, as far as they are used. Any member may be absent, because the schema changes. */

export interface RemoteEdition {
  /** Belongs to a Kindle edition unless the format is audio. */
  readonly asin?: string | null;
  readonly isbn_13?: string | null;
  readonly isbn_10?: string | null;
  /** 1 physical, 2 audio, 3 both, 4 ebook. */
  readonly reading_format_id?: number | null;
}

export interface RemoteBook {
  readonly id?: number;
  readonly title?: string | null;
  /** The book it was merged into. */
  readonly canonical_id?: number | null;
  readonly cached_contributors?: unknown;
  /** An object with `url`, an empty object, null or text. */
  readonly cached_image?: unknown;
  readonly default_audio_edition?: RemoteEdition | null;
}

/** A row of `user_books` or of `list_books`. */
export interface RemoteEntry {
  readonly id?: number;
  /** A day in `user_books`, a time in `list_books`. */
  readonly date_added?: string | null;
  readonly edition?: RemoteEdition | null;
  readonly book?: RemoteBook | null;
}

export interface RemoteUser {
  readonly id: number;
  readonly username: string;
}

export interface RemoteList {
  readonly id: number;
  readonly name: string;
  readonly books_count?: number | null;
}

type Loose = Readonly<Record<string, unknown>>;

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that must be a list; `undefined` if it is not. */
export function listIn(data: Loose, name: string): readonly Loose[] | undefined {
  const value = data[name];
  return Array.isArray(value) ? value.filter(isLoose) : undefined;
}

export function isUser(value: unknown): value is RemoteUser {
  return isLoose(value) && typeof value.id === 'number' && typeof value.username === 'string';
}

export function isList(value: unknown): value is RemoteList {
  return isLoose(value) && typeof value.id === 'number' && typeof value.name === 'string';
}
