/** A title in its own language and direction, whatever those of the words around it are. */
export function BookTitle({ book }: { book: { readonly title: string; readonly language?: string | undefined } }) {
  return <bdi lang={book.language}>{book.title}</bdi>;
}
