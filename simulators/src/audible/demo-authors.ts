import type { DemoAuthor } from './demo-book.js';

/** The authors of the demo catalogue. */
export const demoAuthors = {
  doyle: {
    id: 'B0AUTH0001',
    name: 'Arthur Conan Doyle',
    bio: 'Scottish physician and writer (1859–1930), best known for the detective Sherlock Holmes and his friend Dr Watson.',
  },
  chesterton: {
    id: 'B0AUTH0002',
    name: 'G. K. Chesterton',
    bio: 'English essayist, poet and novelist (1874–1936); his priest Father Brown solves crimes by understanding those who commit them.',
  },
  montgomery: {
    id: 'B0AUTH0003',
    name: 'L. M. Montgomery',
    bio: 'Canadian novelist (1874–1942) who set most of her books on Prince Edward Island.',
  },
  austen: { id: 'B0AUTH0004', name: 'Jane Austen', bio: 'English novelist (1775–1817) of manners, money and marriage.' },
  verne: { id: 'B0AUTH0005', name: 'Jules Verne', bio: 'French novelist (1828–1905) of voyages to places nobody had been to.' },
  wells: { id: 'B0AUTH0006', name: 'H. G. Wells', bio: 'English writer (1866–1946), one of the founders of science fiction.' },
  stoker: { id: 'B0AUTH0007', name: 'Bram Stoker', bio: 'Irish theatre manager and novelist (1847–1912).' },
  shelley: { id: 'B0AUTH0008', name: 'Mary Shelley', bio: 'English novelist (1797–1851).' },
  stevenson: { id: 'B0AUTH0009', name: 'Robert Louis Stevenson', bio: 'Scottish novelist, poet and traveller (1850–1894).' },
  carroll: { id: 'B0AUTH0010', name: 'Lewis Carroll', bio: 'English mathematician and writer (1832–1898).' },
  grahame: { id: 'B0AUTH0011', name: 'Kenneth Grahame' },
  dickens: { id: 'B0AUTH0012', name: 'Charles Dickens', bio: 'English novelist and reporter (1812–1870).' },
  bronteC: { id: 'B0AUTH0013', name: 'Charlotte Brontë', bio: 'English novelist (1816–1855).' },
  bronteE: { id: 'B0AUTH0014', name: 'Emily Brontë' },
  melville: { id: 'B0AUTH0015', name: 'Herman Melville' },
  twain: { id: 'B0AUTH0016', name: 'Mark Twain', bio: 'American humorist and novelist (1835–1910).' },
  wilde: { id: 'B0AUTH0017', name: 'Oscar Wilde' },
  kafka: { id: 'B0AUTH0018', name: 'Franz Kafka', bio: 'German-language writer of Prague (1883–1924).' },
  soseki: { id: 'B0AUTH0019', name: '夏目漱石', bio: 'Japanese novelist (1867–1916).' },
  baum: { id: 'B0AUTH0020', name: 'L. Frank Baum', bio: 'American author of children’s books (1856–1919).' },
  burroughs: { id: 'B0AUTH0021', name: 'Edgar Rice Burroughs' },
  dostoevsky: { id: 'B0AUTH0022', name: 'Fyodor Dostoevsky' },
  gilman: { id: 'B0AUTH0024', name: 'Charlotte Perkins Gilman' },
  london: { id: 'B0AUTH0027', name: 'Jack London' },
  marrable: {
    id: 'B0AUTH0030',
    name: 'Isolde Marrable',
    bio: 'An author of the demo, who exists nowhere else. Sixty books, most of them after dark: the lamplighters of Hollow Street, the letters from Cold Harbour, and everything in between.',
  },
  tidewell: {
    id: 'B0AUTH0031',
    name: 'Ambrose Tidewell',
    bio: 'An author of the demo, who exists nowhere else. He has been drawing the same sea for thirty years and is not done.',
  },
} as const satisfies Record<string, DemoAuthor>;
