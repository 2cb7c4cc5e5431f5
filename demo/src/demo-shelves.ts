import { startGoodreadsSimulator, type GoodreadsSimulator } from '@lectern/simulators';
import { startHardcoverSimulator, type HardcoverSimulator } from '@lectern/simulators';

const PROFILE = '48151623';
/** A secret, like the demo's other keys. */
const TOKEN = 'hc_pat_demo-hardcover-token';
const LIST = 7001;

/** A reader's input for a shelf's form. */
export interface DemoShelf {
  readonly pluginId: string;
  readonly settings: Record<string, unknown>;
}

/** Book-tracking sites on loopback, with shelves of the demo's reader. */
export interface DemoShelves {
  readonly goodreads: GoodreadsSimulator;
  readonly hardcover: HardcoverSimulator;
  /** Addresses that replace the sites: the value of `LECTERN_STAND_INS`. */
  readonly standIns: string;
  readonly shelves: readonly DemoShelf[];
  close(): Promise<void>;
}

/** Starts both. Some of the books are in the catalogue, some are not, and one is on both shelves. */
export async function startDemoShelves(): Promise<DemoShelves> {
  const [goodreads, hardcover] = await Promise.all([
    startGoodreadsSimulator({
      profiles: [
        {
          userId: PROFILE,
          name: 'Rita',
          shelves: {
            'to-read': [
              { bookId: '2493', title: 'The Time Machine', author: 'H.G. Wells', addedAt: 'Mon, 05 Oct 2026 10:00:00 -0700' },
              {
                bookId: '77390',
                title: 'The Wisdom of Father Brown (Father Brown, #2)',
                author: 'G.K. Chesterton',
                addedAt: 'Sun, 04 Oct 2026 10:00:00 -0700',
              },
              {
                bookId: '295',
                title: 'Treasure Island',
                author: 'Robert Louis Stevenson',
                isbn: '0753453800',
                addedAt: 'Sat, 03 Oct 2026 10:00:00 -0700',
              },
              {
                bookId: '41804',
                title: 'I, Robot (Robot, #0.1)',
                author: 'Isaac Asimov',
                isbn: '0553803700',
                addedAt: 'Fri, 02 Oct 2026 10:00:00 -0700',
              },
            ],
            read: [{ bookId: '1885', title: 'Pride and Prejudice', author: 'Jane Austen' }],
          },
        },
      ],
    }),
    startHardcoverSimulator({
      users: [
        {
          id: 4242,
          username: 'rita',
          token: TOKEN,
          statuses: { 1: [{ id: 1, title: 'The Time Machine', authors: ['H. G. Wells'] }] },
          lists: [
            {
              id: LIST,
              name: 'For the train',
              isPrivate: true,
              books: [
                { id: 2, title: 'Anne of Avonlea', authors: ['L. M. Montgomery'], asin: 'B0DEMO0008' },
                { id: 1, title: 'The Time Machine', authors: ['H. G. Wells'] },
                { id: 3, title: 'A Book Nobody Recorded', authors: ['Jane Example'] },
              ],
            },
          ],
        },
      ],
    }),
  ]);
  return {
    goodreads,
    hardcover,
    standIns: `https://www.goodreads.com=${goodreads.url},https://api.hardcover.app=${hardcover.url}`,
    shelves: [
      { pluginId: 'shelf-goodreads', settings: { profile: `https://www.goodreads.com/user/show/${PROFILE}-rita`, shelf: 'to-read' } },
      { pluginId: 'shelf-hardcover', settings: { token: TOKEN, shelf: `list:${LIST}` } },
    ],
    close: async () => void (await Promise.all([goodreads.close(), hardcover.close()])),
  };
}
