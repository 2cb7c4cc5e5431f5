/** The metadata that the server reads of a book from disk. */
export interface BookMetadata {
  title: string;
  subtitle: string | null;
  authors: readonly string[];
  narrators: readonly string[];
  series: readonly { readonly name: string; readonly sequence: string | null }[];
  asin: string | null;
  isbn: string | null;
  publishedYear: string | null;
  publisher: string | null;
  description: string | null;
  language: string | null;
  genres?: readonly string[];
  durationSeconds?: number;
}
