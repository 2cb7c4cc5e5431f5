import type { Call, Page } from '../call.js';
import type { PasswordSignIn, RedirectSignIn } from './sign-in-provider.js';

/** @since 1.0.0 */
export interface MediaLibrary {
  readonly id: string;
  readonly name: string;
  readonly type: 'audiobook' | 'ebook' | 'mixed' | 'other';
  /** Absolute directories as the media server sees them. */
  readonly roots: readonly string[];
}

/** @since 1.0.0 */
export interface LibraryFile {
  /** Absolute, as the media server sees it. */
  readonly path: string;
  readonly size: number;
}

/** A medium of a book: to listen to, or to read. @since 1.2.0 */
export type BookFormat = 'audiobook' | 'ebook';

/** A book in a media server's library. @since 1.0.0 */
export interface LibraryItem {
  readonly itemId: string;
  readonly libraryId: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: readonly { readonly name: string; readonly part?: string }[];
  readonly asin?: string;
  readonly isbn?: string;
  readonly durationSeconds?: number;
  /** Absolute directory or file, as the media server sees it. */
  readonly path?: string;
  readonly files?: readonly LibraryFile[];
  /**
   * The media it holds. One with only an ebook does not make the audiobook available. Absent: an audiobook.
   *
   * @since 1.2.0
   */
  readonly formats?: readonly BookFormat[];
  /** ISO 8601. */
  readonly addedAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly hasCover: boolean;
}

/** @since 1.0.0 */
export interface CoverImage {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Where finished books are listened to.
 *
 * @since 1.0.0
 */
export interface MediaServer {
  /** Every library the account of the settings sees. Called before each scan and while a settings form is open. */
  libraries(call: Call): Promise<readonly MediaLibrary[]>;
  /**
   * Walks a library by cursor; a full walk hands out every item once. With `since` (ISO 8601) only items added or
   * changed after it are needed; more is allowed. Called page by page, one after another: a full walk every six hours, one
   * with `since` every five minutes. A page that cannot be read throws: what a full walk does not hand out counts as removed.
   */
  items(libraryId: string, call: Call & { readonly cursor?: string; readonly since?: string }): Promise<Page<LibraryItem>>;
  /**
   * Asks the server to look for new files. `path` is the first file of a book, or its directory when it has none, as the
   * media server sees it; absent: anywhere in the library. Called after each import. A throw is shown with the request,
   * and the server is asked again. `isAgain` (since 1.2.0): the server was asked for this book at least half a minute ago
   * and does not list it, because it dropped or lost the request, or ignored the path. Called so with growing pauses as
   * long as the book is not listed; a wider scan is in place then, unless one runs.
   */
  refresh(libraryId: string, call: Call & { readonly path?: string; readonly isAgain?: boolean }): Promise<void>;
  /** `null`: the item has no cover. `width` in pixels. Several in parallel. Not called by the server yet. */
  cover(itemId: string, call: Call & { readonly width?: number }): Promise<CoverImage | null>;
  /** Writes the ASIN into the item, so that the next walk hands it out. Called once after an import was matched. Absent: not supported. */
  setAsin?(itemId: string, asin: string, call: Call): Promise<void>;
  /** Takes an item out of the library. One that is not there is success; no other is touched. Not called by the server yet. Absent: not supported. */
  remove?(itemId: string, call: Call): Promise<void>;
  /** Its accounts as a way to sign in. */
  readonly accounts?: { readonly signIn: PasswordSignIn | RedirectSignIn };
}
