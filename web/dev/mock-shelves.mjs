// Sample shelves of the development server, one in each state that is worth looking at.
const at = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString();
const id = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const common = { autoRequest: true, paused: false, secretsSet: [], createdAt: at(-90_000) };

export const PROVIDERS = [
  {
    pluginId: 'shelf-goodreads',
    name: 'Goodreads',
    description: 'Reads a public Goodreads shelf.',
    settingsSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['profile'],
      properties: {
        profile: {
          type: 'string',
          minLength: 1,
          title: 'Profile',
          description: 'The address of your profile.',
          'x-ui': { order: 1, group: 'shelf' },
        },
        shelf: {
          type: 'string',
          default: 'to-read',
          title: 'Shelf',
          description: 'The name of the shelf.',
          'x-ui': { order: 2, group: 'shelf', choices: 'shelves' },
        },
      },
    },
  },
  {
    pluginId: 'shelf-hardcover',
    name: 'Hardcover',
    description: 'Reads lists and statuses from Hardcover.',
    settingsSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['token'],
      properties: {
        token: {
          type: 'string',
          format: 'password',
          writeOnly: true,
          title: 'Token',
          description: 'Opens your lists.',
          'x-ui': { order: 1 },
        },
      },
    },
  },
];

export const SHELVES = [
  {
    ...common,
    ...{ id: id(901), pluginId: 'shelf-goodreads', siteName: 'Goodreads', name: 'Rita’s bookshelf: to-read' },
    settings: { profile: '48151623', shelf: 'to-read' },
    counts: { requested: 41, joined: 2, available: 17, asked_before: 3, waiting: 112, not_matched: 9, ambiguous: 2, removed: 4 },
    lastResult: {
      books: 186,
      fresh: 5,
      requested: 20,
      removed: 1,
      message: '186 books on the shelf. 20 were requested. More follow in an hour.',
    },
    sync: { state: 'running', progress: { done: 100, message: '100 books read.' } },
    syncedAt: at(-61),
  },
  {
    ...common,
    ...{ id: id(902), pluginId: 'shelf-hardcover', siteName: 'Hardcover', name: 'For the train', paused: true },
    settings: {},
    secretsSet: ['token'],
    counts: { requested: 3, available: 1 },
    lastResult: { books: 4, fresh: 0, requested: 0, removed: 0, message: '4 books on the shelf.' },
    error: {
      code: 'INTEGRATION_UNAUTHORIZED',
      message: 'Hardcover refuses the token: it has expired or was revoked. Enter a new one.',
      field: 'token',
      at: at(-20),
    },
    sync: { state: 'idle' },
    syncedAt: at(-800),
  },
];

export const SHELF_BOOKS = [
  ['The Time Machine', 'H. G. Wells', 'requested'],
  [
    'A very long title of a book that goes on and on, because some of them do, and then has a subtitle as well',
    'Somebody With a Long Name',
    'not_matched',
  ],
  ['Dracula', 'Bram Stoker', 'available'],
  ['Mistborn', 'Brandon Sanderson', 'ambiguous'],
  ['Treasure Island', 'Robert Louis Stevenson', 'waiting'],
].map(([title, author, outcome], index) => ({
  ...{ bookId: String(index), title, author, outcome, addedAt: at(-index * 1000), isNew: index < 2 },
  ...(outcome === 'requested' ? { asin: 'B009LECTRN', request: { id: id(100), status: 'downloading' } } : {}),
  ...(outcome === 'waiting' ? { reason: 'You may ask for 20 books in 7 days, and have done so.' } : {}),
}));
