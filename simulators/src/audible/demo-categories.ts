import type { DemoCategory } from './demo-book.js';

/** The category tree of the demo catalogue. Two branches share a display name, as in the real one. */
export const demoCategories: readonly DemoCategory[] = [
  {
    id: '90000000100',
    name: 'Mystery, Thriller & Suspense',
    children: [
      { id: '90000000110', name: 'Mystery', children: [{ id: '90000000111', name: 'Traditional Detectives' }] },
      { id: '90000000120', name: 'Suspense' },
    ],
  },
  {
    id: '90000000200',
    name: 'Literature & Fiction',
    children: [
      { id: '90000000210', name: 'Classics' },
      { id: '90000000220', name: 'Horror' },
      { id: '90000000230', name: 'Short Stories' },
    ],
  },
  {
    id: '90000000300',
    name: 'Science Fiction & Fantasy',
    children: [
      { id: '90000000310', name: 'Science Fiction' },
      { id: '90000000320', name: 'Fantasy' },
    ],
  },
  {
    id: '90000000400',
    name: "Children's Audiobooks",
    children: [
      { id: '90000000410', name: 'Literature & Fiction' },
      { id: '90000000420', name: 'Science Fiction & Fantasy' },
    ],
  },
];

/** Names from the root down to the category, or `undefined` for an unknown id. */
export function categoryLadder(id: string, tree: readonly DemoCategory[] = demoCategories): readonly DemoCategory[] | undefined {
  for (const category of tree) {
    if (category.id === id) return [category];
    const below = categoryLadder(id, category.children ?? []);
    if (below) return [category, ...below];
  }
  return undefined;
}
