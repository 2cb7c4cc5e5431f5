import type { DemoBook } from './demo-book.js';
import { publicDomainBooks } from './demo-books.js';
import { booksByMarrable } from './demo-books-marrable.js';
import { drownedMeridian } from './demo-books-meridian.js';

/** The catalogue of the demo. The order is the sales rank. */
export const demoBooks: readonly DemoBook[] = [...publicDomainBooks, ...drownedMeridian, ...booksByMarrable];
