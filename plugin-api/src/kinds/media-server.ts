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

/** A medium of a book. @since 1.2.0 */
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
   * The media of the item. An item with only an ebook does not make the audiobook available. Absent: an audiobook.
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

/** How far somebody is in an item. @since 1.4.0 */
export interface ListeningProgress {
  readonly itemId: string;
  /** 0 to 1. */
  readonly fraction: number;
  readonly isFinished: boolean;
  /** When they last listened. ISO 8601. */
  readonly heardAt: string;
}

/**
 * The program people listen with.
 *
 * @since 1.0.0
 */
export interface MediaServer {
  /** Every library that the configured account can see. Called before each scan and while a settings form is open. */
  libraries(call: Call): Promise<readonly MediaLibrary[]>;
  /**
   * Walks a library by cursor; a full walk returns every item once. With `since` (ISO 8601) only items added or changed
   * after that time are needed; more are allowed. Called page by page, one at a time: a full walk every six hours, one
   * with `since` every five minutes. Throw if a page cannot be read: items missing from a full walk count as removed.
   */
  items(libraryId: string, call: Call & { readonly cursor?: string; readonly since?: string }): Promise<Page<LibraryItem>>;
  /**
   * Makes the server look for new files. `path` is the first file of a book, or its directory if it has none, as the
   * media server sees it; absent: anywhere in the library. Called after each import. If it throws, the request shows
   * the error, and core calls again. `isAgain` (since 1.2.0): core called for this book at least half a minute ago and
   * the server still does not list it, because it dropped or lost the request, or ignored the path. Core calls again
   * with growing pauses until the book is listed; a wider scan is appropriate then, unless one is running.
   */
  refresh(libraryId: string, call: Call & { readonly path?: string; readonly isAgain?: boolean }): Promise<void>;
  /** `null`: the item has no cover. `width` is in pixels. Several in parallel. Called for books of the library of which the catalogue has no cover; answers are kept. */
  cover(itemId: string, call: Call & { readonly width?: number }): Promise<CoverImage | null>;
  /** Writes the ASIN into the item, so that the next walk returns it. Called once after an import was matched. Absent: not supported. */
  setAsin?(itemId: string, asin: string, call: Call): Promise<void>;
  /**
   * Removes an item from the library; removing an absent one succeeds, and no other is touched. Not called by the
   * server yet. Absent: not supported.
   */
  remove?(itemId: string, call: Call): Promise<void>;
  /**
   * Where people open an item in their browser: an `http:` or `https:` address with `{itemId}` once, after the host, where
   * the percent-encoded id of an item belongs. Take the address that browsers reach, which may not be the one in your
   * settings. Called when the integration starts, and again after a fault; the answer is kept until the settings change.
   * `null` or absent: items cannot be linked to.
   *
   * @since 1.4.0
   */
  itemAddress?(call: Call): Promise<string | null>;
  /**
   * What an account listens to or has finished, each item once, the last heard first; core reads the first 500. `subject`
   * is the account's, as its sign-in answers it. Called once an hour for each person who linked their account and
   * turned it on. For an account that is gone, throw `INTEGRATION_NOT_FOUND`. Absent: not supported.
   *
   * @since 1.4.0
   */
  progress?(subject: string, call: Call): Promise<readonly ListeningProgress[]>;
  /** Lets people sign in with their accounts on the server. */
  readonly accounts?: { readonly signIn: PasswordSignIn | RedirectSignIn };
}
