import { demoAuthors } from './demo-authors.js';
import { booksOfTable } from './book-table.js';
import type { DemoBook } from './demo-book.js';

const CHILDREN = '90000000410';
const FANTASY = '90000000320';
const SHORT = '90000000230';

const HOUSE = { authors: [demoAuthors.marrable], publisher: 'Nightjar Press Audio' } as const;

const lamplighters = booksOfTable(
  {
    ...HOUSE,
    asinPrefix: 'B0LAMP',
    narrator: 'Imogen Vale',
    series: { id: 'B0SERI0009', name: 'The Lamplighters of Hollow Street' },
    categories: [FANTASY],
  },
  `
  0.5  | The First Wick                  | 88  | 2014-10-21 | The night before the lamps of Hollow Street were lit.
  1    | The Lamplighters of Hollow Street | 498 | 2008-09-16 | Nell Tarrow gets a ladder, a flame, and a street that is longer at night.
  2    | Number Nineteen Is Dark         | 511 | 2009-04-21 | The lamp before it goes out whenever somebody reads the number.
  3    | A Shilling for the Fog          | 476 | 2010-01-12 | The fog sells back what it took, and it has taken the mayor.
  4    | The Wick Thieves                | 523 | 2010-09-28 | Forty lamps in one night, and not a drop of oil is gone.
  5    | Gaslight and Gooseberries       | 467 | 2011-05-17 | The market opens at midnight, for those who can pay in summers.
  5.5  | Supper at the Snuffer's Arms    | 69  | 2011-11-22 | Seven lamplighters, one pie, and a stranger who casts no shadow.
  6    | The Clockmaker's Understudy     | 532 | 2012-03-13 | He winds the town, and he has a cold.
  7    | Nell Tarrow Walks Home          | 489 | 2012-12-04 | It is four hundred steps. It takes her the whole book.
  8    | The House with Two Evenings     | 545 | 2013-08-27 | It gets dark there twice, and different people come in.
  9    | Soot                            | 502 | 2014-06-10 | Every chimney has a tenant.
  10   | The Inspector of Shadows        | 517 | 2015-02-24 | He measures them at noon, and fines those that are too long.
  10   | The Inspector of Shadows        | 528 | 2022-10-11 | A new reading of the tenth book. | Desmond Hale
  11   | Candle Court                    | 494 | 2015-10-20 | A trial that lasts as long as the candle does.
  12   | The Last Link-Boy               | 538 | 2016-06-07 | He will take you home. He does not say whose.
  13   | Bright Angel Yard               | 481 | 2017-01-31 | There is a yard behind the yard.
  14   | An Umbrella for Mr Vane         | 509 | 2017-09-19 | It never rains on Mr Vane, and it has begun to.
  15   | The Moth Census                 | 526 | 2018-05-08 | They are counted once in a hundred years. One has learned to count back.
  16   | The Glazier's Oath              | 473 | 2019-01-15 | He swore never to mend the window in the north wall.
  17   | Hollow Street, Eastbound        | 551 | 2019-09-24 | A tram stop appears, and then a tram.
  18   | The Night Has Two Doors         | 519 | 2020-06-30 | Nell has the key of one, and something else has the key of the other.
  19   | Tallow and Brass                | 497 | 2021-03-23 | The gasworks make an offer to the guild.
  20   | The Unlit Mile                  | 533 | 2022-01-18 | No lamp was ever put there, and there are posts.
  21   | A Ladder to the Moon, Slightly Used | 485 | 2022-12-06 | For sale. Enquire at the Snuffer's Arms.
  22   | The Guild of Small Flames       | 541 | 2023-10-17 | The apprentices strike, and the street decides to help.
  23   | Everyone on Hollow Street       | 556 | 2024-09-24 | One night, told from behind forty-two doors.
  24   | The Lamp at the End             |     | -9         | There was always one more post than lamps.
  25   | Daylight on Hollow Street       |     | +40        | Nell Tarrow sleeps in.
  26   | The Next Apprentice             |     |            | Announced, without a date.
  1-4  | Hollow Street: The First Four Books | 2008 | 2013-11-05 | Four novels in one volume.
`,
);

const letters = booksOfTable(
  {
    ...HOUSE,
    asinPrefix: 'B0COLD',
    narrator: 'Cormac Reilly',
    series: { id: 'B0SERI0010', name: 'Letters from Cold Harbour' },
    categories: [SHORT],
  },
  `
  1 | Letters from Cold Harbour      | 301 | 2011-02-01 | A postmistress reads what cannot be delivered.
  2 | Return to Sender               | 288 | 2012-02-14 | She begins to answer.
  3 | Postage Due                    | 317 | 2013-02-12 | Somebody pays in a currency of a country that has not been founded.
  4 | Poste Restante                 | 295 | 2014-02-11 | A drawer of letters for a man who is in every one of them.
  5 | By Hand                        | 309 | 2016-02-09 | There is no stamp on it, and the snow outside is untouched.
  6 | The Dead Letter Office         | 326 | 2018-02-13 | The last drawer, and her own name.
`,
);

const standalones = booksOfTable(
  { ...HOUSE, asinPrefix: 'B0MARR', narrator: 'Philippa Marsh', categories: [FANTASY] },
  `
  | A House Made of Sundays           | 422 | 2003-05-13 | The week never begins.
  | The Beekeeper's Alibi             | 398 | 2004-03-09 | Forty thousand witnesses, and none will speak.
  | Winter Has a Landlady             | 411 | 2004-10-19 | She wants the rooms back by March.
  | The Cartographer's Apology        | 437 | 2005-06-14 | He left one village out, and it has noticed.
  | Six Ways to Leave Marrow Hill     | 405 | 2006-02-28 | All of them lead back, but not to the same house.
  | The Orchard Keeps Its Own Hours   | 389 | 2006-10-10 | The apples ripen when somebody tells the truth.
  | Mrs Pellam's Second Funeral       | 416 | 2007-05-22 | The guests remember the first one.
  | A Grammar of Rooks                | 443 | 2008-01-29 | The professor learns their language, and is corrected.
  | The Salt Cellar                   | 372 | 2009-08-18 | It is passed at dinner, and nobody says who asked for it.
  | Three Knocks for Yes              | 408 | 2010-05-25 | The medium is a fraud, and somebody answers anyway.
  | The Understairs                   | 395 | 2011-09-13 | There are more steps going down.
  | Borrowed Weather                  | 419 | 2012-08-07 | It has to be given back with interest.
  | The Weathercock Trial             | 431 | 2013-05-14 | Accused of having pointed at somebody.
  | The Piano Tuner of Vell           | 402 | 2014-04-22 | One note has been missing since the war.
  | Ten Past Never                    | 388 | 2015-06-16 | The last train is on time.
  | Ten Past Never (abridged)         | 162 | 2015-06-16 | The last train, for those in a hurry.
  | The Ghost in the Inventory        | 426 | 2016-08-23 | Item 212 moves.
  | A Parliament of Aunts             | 414 | 2017-04-11 | The motion is carried over tea.
  | The Ferryman's Day Off            | 379 | 2018-08-28 | Nobody dies in Vell until Monday.
  | The Museum of Ordinary Evenings   | 447 | 2020-11-10 | Please do not touch the lamp.
  | Where the Stairs Were             | 401 | 2021-08-17 | The upper floor is still there.
  | The Understudy of God             | 435 | 2023-04-04 | He knows all the lines, and hopes he will not be needed.
  | A Short History of the Dark       | 458 | 2025-03-18 | With many illustrations, all alike.
`,
);

const forChildren = booksOfTable(
  { ...HOUSE, asinPrefix: 'B0MOTH', narrator: 'Ruth Calloway', categories: [CHILDREN] },
  `
  | The Moth Who Was Afraid of Lamps  | 34 | 2019-10-15 | A bedtime story from Hollow Street.
`,
);

/** An author of sixty books: a long series, a short one, and books of their own. */
export const booksByMarrable: readonly DemoBook[] = [...lamplighters, ...letters, ...standalones, ...forChildren];
