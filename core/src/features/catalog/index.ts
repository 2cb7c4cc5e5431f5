export { createAnnotate } from './annotate.js';
export type { Annotate } from './annotate.js';
export type { BookPage } from './book-page.js';
export type { CatalogService } from './catalog-service.js';
export type { StoredList } from './list-store.js';
export { agreeApartFromDuration, titleKeyOf, writersOf } from './same-recording.js';
export { isSamePerson, normalizeText, normalizeTitle } from './book-text.js';
export { annotatedBookSchema, bookSchema, presentBook } from './schemas.js';
export type { AnnotatedBook, Book } from './schemas.js';
