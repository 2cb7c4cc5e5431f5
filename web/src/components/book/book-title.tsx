interface BookTitleProps {
  book: { readonly title: string; readonly language?: string | undefined };
  className?: string;
}

/** A title in its own language and direction, whatever those of the words around it are. */
export function BookTitle({ book, className }: BookTitleProps) {
  return (
    <bdi lang={book.language} className={className}>
      {book.title}
    </bdi>
  );
}
