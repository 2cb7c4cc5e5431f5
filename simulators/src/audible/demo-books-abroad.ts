import { demoAuthors as by } from './demo-authors.js';
import type { DemoBook } from './demo-book.js';

const DETECTIVES = '90000000111';
const CLASSICS = '90000000210';

const german = { authors: [by.doyle], language: 'german', publisher: 'Laterne Hörbuch', narrators: ['Konrad Amsel'] };

/** Books that only the store of a country has, by the country's code; invented readings of books in the public domain. */
export const booksOfCountries: Readonly<Record<string, readonly DemoBook[]>> = {
  de: [
    {
      ...german,
      asin: 'B0DEMODE01',
      title: 'Eine Studie in Scharlachrot',
      subtitle: 'Sherlock Holmes 1',
      durationMinutes: 312,
      releaseDate: '2017-09-14',
      description: '<p>Dr. Watson sucht eine Wohnung und findet einen beratenden Detektiv.</p>',
      categories: [DETECTIVES],
      rating: { average: 4.5, count: 1204 },
    },
    {
      ...german,
      asin: 'B0DEMODE02',
      title: 'Die Abenteuer des Sherlock Holmes',
      durationMinutes: 655,
      releaseDate: '2018-02-01',
      description: '<p>Zwölf Fälle aus der Baker Street.</p>',
      categories: [DETECTIVES, CLASSICS],
      rating: { average: 4.7, count: 2210 },
    },
    {
      ...german,
      asin: 'B0DEMODE03',
      title: 'Der Hund der Baskervilles',
      subtitle: 'Sherlock Holmes 5',
      narrators: ['Konrad Amsel', 'Ruth Linde'],
      durationMinutes: 401,
      releaseDate: '2018-11-22',
      description: '<p>Ein Fluch, ein Moor und etwas, das darüber heult.</p>',
      categories: [DETECTIVES],
      rating: { average: 4.8, count: 3075 },
    },
  ],
  gb: [
    {
      asin: 'B0DEMOGB01',
      title: 'Sherlock Holmes: The Casebook, Read by the Fire',
      authors: [by.doyle],
      narrators: ['Hugh Pemberley'],
      durationMinutes: 540,
      releaseDate: '2019-12-01',
      publisher: 'Hearthside',
      description: '<p>The last twelve cases.</p>',
      categories: [DETECTIVES],
      rating: { average: 4.4, count: 812 },
    },
  ],
};
