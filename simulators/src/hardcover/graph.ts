/** A book of the simulated site. */
export interface HardcoverBook {
  readonly id: number;
  readonly title: string;
  readonly authors: readonly string[];
  /** People with a role, such as a translator. */
  readonly others?: readonly { readonly name: string; readonly role: string }[];
  /** The ASIN of the audio edition. */
  readonly asin?: string;
  readonly isbn13?: string;
  /** The book it was merged into. */
  readonly canonicalId?: number;
  readonly image?: object | string | null;
}

/** Lists and statuses of one person. */
export interface HardcoverUser {
  readonly id: number;
  readonly username: string;
  readonly token: string;
  /** Books by id of the status. */
  readonly statuses: Record<number, HardcoverBook[]>;
  readonly lists: { readonly id: number; readonly name: string; readonly isPrivate?: boolean; books: HardcoverBook[] }[];
}

type Variables = Readonly<Record<string, number>>;

function edition(book: HardcoverBook): object | null {
  if (book.asin === undefined && book.isbn13 === undefined) return null;
  return { asin: book.asin ?? null, isbn_10: null, isbn_13: book.isbn13 ?? null, reading_format_id: 2 };
}

function entry(book: HardcoverBook, index: number, time: string): object {
  const person = (name: string, contribution: string | null) => ({ author: { name }, contribution });
  return {
    id: 9000 + index,
    date_added: time,
    edition: edition(book),
    book: {
      id: book.id,
      title: book.title,
      canonical_id: book.canonicalId ?? null,
      cached_contributors: [
        ...book.authors.map((name) => person(name, null)),
        ...(book.others ?? []).map(({ name, role }) => person(name, role)),
      ],
      cached_image: book.image === undefined ? { url: `https://assets.hardcover.app/edition/${book.id}/cover.jpg` } : book.image,
      default_audio_edition: edition(book),
    },
  };
}

function slice(books: readonly HardcoverBook[], { l = 100, o = 0 }: Variables, time: string): object[] {
  return books.slice(o, o + l).map((book, index) => entry(book, o + index, time));
}

/** Answers of the root fields, for the user whose token it is. Lists of others that are private look like none. */
export const ROOT_FIELDS: Readonly<Record<string, (me: HardcoverUser, all: readonly HardcoverUser[], variables: Variables) => unknown>> = {
  me: (me) => [{ id: me.id, username: me.username }],
  lists: (me, _all, { u }) => (u === me.id ? me.lists.map(({ id, name, books }) => ({ id, name, books_count: books.length })) : []),
  lists_by_pk: (me, all, { id }) => {
    const found = visibleLists(me, all).find((list) => list.id === id);
    return found ? { id: found.id, name: found.name, books_count: found.books.length } : null;
  },
  user_books: (me, _all, variables) =>
    variables['u'] === me.id ? slice(me.statuses[variables['s'] ?? 0] ?? [], variables, '2026-03-01') : [],
  list_books: (me, all, variables) =>
    slice(visibleLists(me, all).find((list) => list.id === variables['id'])?.books ?? [], variables, '2026-03-01T10:00:00+00:00'),
};

function visibleLists(me: HardcoverUser, all: readonly HardcoverUser[]): HardcoverUser['lists'] {
  return all.flatMap((user) => user.lists.filter((list) => user === me || !list.isPrivate));
}
