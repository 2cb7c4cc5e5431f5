import Type, { type Static } from 'typebox';

/** Where people listen to a book, as the API shows it. */
export const listenLinkSchema = Type.Object(
  {
    server: Type.String({ description: 'The name that the admin gave the media server.' }),
    url: Type.String({ description: 'The page of the book there, http or https.' }),
  },
  { $id: 'ListenLink' },
);

export type ListenLink = Static<typeof listenLinkSchema>;

/** Where people listen to books of the library, under any of their ASINs; no entry for other books. One statement. */
export type ListenLinksOf = (asins: readonly string[]) => Promise<Map<string, ListenLink[]>>;
