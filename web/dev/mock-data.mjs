// Sample data of the development server: about forty books, requests in every state, integrations well and ill.
const BOOKS = [
  [
    'Der Junge, der mit dem Meer redete, und die erstaunlichen Abenteuer seiner unvergleichlichen Großmutter',
    'Annegret Sonnenschein-Kleinschmidt',
    'german',
    842,
  ],
  ['Die Donaudampfschifffahrtsgesellschaftskapitänswitwe erinnert sich', 'Leopold Wiesengrund', 'german', 615],
  ['銀河鉄道の夜', '宮沢賢治', 'japanese', 178],
  ['吾輩は猫である：名前はまだ無い、どこで生れたかとんと見当がつかぬ', '夏目漱石', 'japanese', 1420],
  ['The Lamplighter’s Almanac', 'Edith Marlowe', 'english', 712],
  ['Salt Roads', 'Ibrahim Okafor', 'english', 933],
  ['A Field Guide to Quiet', 'Maren Holt', 'english', 381],
  ['The Orchard of Small Hours', 'Edith Marlowe', 'english', 655],
  ['Glass Harbour', 'Tom Ashdown', 'english', 571],
  ['Winter Wheat', 'Ruth Calloway', 'english', 804],
  ['The Cartographer’s Daughter', 'Ines Valverde', 'english', 688],
  ['Eleven Letters Home', 'Samuel Brandt', 'english', 428],
  ['Moth and Mirror', 'Priya Raman', 'english', 599],
  ['The Clockmaker of Prague', 'Jakub Novotný', 'english', 746],
  ['Below the Tide Line', 'Fiona MacAskill', 'english', 512],
  ['Ein Sommer ohne Ende', 'Katharina Berg', 'german', 467],
  ['Les Vents du Large', 'Hélène Duroc', 'french', 633],
  ['The Beekeeper’s Theorem', 'Omar Haddad', 'english', 358],
  ['Northbound', 'Lena Fischer', 'english', 540],
  ['Tenement Songs', 'Moira Devlin', 'english', 619],
  ['The Ninth Bell', 'Tom Ashdown', 'english', 884],
  ['A House of Many Doors', 'Grace Adeyemi', 'english', 1033],
  ['Paper Lanterns', 'Yuki Tanabe', 'english', 402],
  ['The Quarry', 'Ruth Calloway', 'english', 455],
  ['Hinterland', 'Jonas Weber', 'german', 724],
  ['Iron Meadow', 'Caleb Stone', 'english', 690],
  ['What the River Kept', 'Fiona MacAskill', 'english', 577],
  ['Letters to a Young Astronomer', 'Ada Quill', 'english', 266],
  ['The Silver Ferry', 'Ibrahim Okafor', 'english', 811],
  ['Harvest of Stones', 'Grace Adeyemi', 'english', 947],
  ['The Last Bookbinder', 'Samuel Brandt', 'english', 498],
  ['Under a Copper Sky', 'Ines Valverde', 'english', 733],
  ['Small Gods of the Motorway', 'Dex Harmon', 'english', 389],
  ['The Understory', 'Maren Holt', 'english', 644],
  ['Marginalia', 'Ada Quill', 'english', 312],
  ['Ash Wednesday', 'Moira Devlin', 'english', 556],
  ['The Lighthouse Keeper’s Ledger: Being a True Account of the Winter of 1839', 'Edith Marlowe', 'english', 1190],
  ['Blue Hour', 'Priya Raman', 'english', 420],
  ['The Weight of Honey', 'Omar Haddad', 'english', 605],
  ['Second Spring', 'Katharina Berg', 'german', 371],
];
const LANGUAGES = ['german', 'japanese', 'english', 'french'];
const DESCRIPTION =
  'When the old lamplighter of Tarn leaves his ledger to a girl who cannot read, she sets out to find somebody who can. What she learns on the road between the harbour and the high farms is less about letters than about the people who keep them: the printer who owes nobody a page, the widow who writes to the sea, the boy who draws what he hears.\n\nA novel about the patience of small places, read with warmth and without hurry. It was first published to little notice and has been passed from hand to hand ever since, which is perhaps the way it would have wanted.\n\nIncludes an afterword by the author on the almanacs she collected while writing the book.';

const GROUND = ['#27415c', '#8a3b2e', '#3d5a45', '#b98a3c', '#4b3d66', '#2b5f63', '#6e4a2f', '#a34b5a'];
export function coverSvg(index) {
  const a = GROUND[index % GROUND.length];
  const b = GROUND[(index * 3 + 2) % GROUND.length];
  const shapes = [
    `<circle cx="300" cy="${250 + (index % 5) * 30}" r="150" fill="${b}"/><path d="M0 470 Q150 380 300 470 T600 450 V600 H0Z" fill="#f2e4c6" opacity=".85"/>`,
    `<path d="M0 600 L220 200 L380 460 L470 330 L600 600Z" fill="${b}"/><circle cx="470" cy="140" r="60" fill="#f2e4c6"/>`,
    `<g fill="none" stroke="#f2e4c6" stroke-width="14">${[60, 110, 160, 210].map((r) => `<circle cx="300" cy="330" r="${r}"/>`).join('')}</g><circle cx="300" cy="330" r="32" fill="${b}"/>`,
    `<rect x="90" y="120" width="420" height="360" fill="${b}"/><path d="M90 480 L300 250 L510 480Z" fill="#f2e4c6"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600"><rect width="600" height="600" fill="${a}"/>${shapes[index % shapes.length]}<text x="300" y="82" fill="#f6efe0" font-family="Georgia,serif" font-size="44" text-anchor="middle">${BOOKS[index][1].split(' ').at(-1).toUpperCase()}</text></svg>`;
}

const ago = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
const id = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export function createBooks() {
  return BOOKS.map(([title, author, language, minutes], index) => {
    const asin = `B0${String(index).padStart(2, '0')}LECTRN`;
    const future = index === 10 || index === 22;
    return {
      asin,
      region: 'us',
      title,
      ...(index === 4 ? { subtitle: 'A Novel of Small Lights' } : {}),
      authors: [{ name: author, id: `A${index}` }],
      narrators: [['Juliet Stevens', 'Marcus Bell', 'Hanna Kraus', '山田太郎'][index % 4], ...(index % 6 === 0 ? ['Second Reader'] : [])],
      series:
        index % 4 === 0
          ? [{ name: index % 8 === 0 ? 'The Tarn Chronicles' : 'Harbour Trilogy', id: `S${index}`, part: String((index % 5) + 1) }]
          : [],
      durationMinutes: minutes,
      releaseDate: future ? '2027-03-12' : `20${String(10 + (index % 16)).padStart(2, '0')}-0${(index % 9) + 1}-12`,
      language: LANGUAGES.includes(language) ? { german: 'de', japanese: 'ja', english: 'en', french: 'fr' }[language] : 'en',
      publisher: ['Harbour Audio', 'Nachtigall Verlag', 'Tidal Press'][index % 3],
      description: DESCRIPTION,
      coverUrl: index % 3 === 1 || index < 4 ? null : `/api/covers/${asin}?w=300`,
      genres: [['Literary fiction', 'Historical fiction'], ['Mystery'], ['Science', 'Essays']][index % 3],
      rating: { average: 3.6 + (index % 13) / 10, count: 40 + index * 137 },
      abridged: false,
      availability: 'none',
      request: null,
      ignored: index === 12,
      reportedIssue: false,
      libraryItem: null,
      ebookItem: null,
    };
  });
}

export const USERS = [
  {
    id: id(1),
    username: 'anna',
    displayName: 'Anna',
    role: 'admin',
    state: 'active',
    permissions: { autoApprove: true, interactiveSearch: true, downloadAccess: true },
    createdAt: ago(60 * 24 * 210),
    lastSeenAt: ago(2),
  },
  {
    id: id(2),
    username: 'ben',
    displayName: 'Ben Lindqvist-Obermayer',
    role: 'user',
    state: 'active',
    permissions: { autoApprove: null, interactiveSearch: false, downloadAccess: null },
    quota: { limit: 3, days: 30 },
    createdAt: ago(60 * 24 * 120),
    lastSeenAt: ago(300),
  },
  {
    id: id(3),
    username: 'mika',
    displayName: 'ミカ',
    role: 'user',
    state: 'active',
    permissions: { autoApprove: true, interactiveSearch: true, downloadAccess: true },
    createdAt: ago(60 * 24 * 30),
  },
  {
    id: id(4),
    username: 'jonas',
    displayName: 'Jonas',
    role: 'user',
    state: 'pending',
    permissions: { autoApprove: null, interactiveSearch: null, downloadAccess: null },
    createdAt: ago(90),
  },
];

const R = (message, extra = {}) => ({ code: 'sample', message, since: ago(12), ...extra });
const REQUESTS = [
  [
    'downloading',
    'downloading',
    'active',
    R('Transmission downloads the release at full speed.', { component: { kind: 'downloadClient', name: 'Transmission' } }),
    ['cancel'],
    { fraction: 0.42, bytesDone: 201e6, bytesTotal: 478e6, etaSeconds: 262, downBps: 1.05e6, clientState: 'downloading' },
  ],
  [
    'awaiting_approval',
    'asked',
    'attention',
    R('An admin has to approve this request.', { todo: 'Ask Anna, or wait: she sees it on her first page.' }),
    ['approve', 'deny', 'cancel'],
  ],
  [
    'awaiting_search',
    'approved',
    'waiting',
    R('No release passed all conditions; 4 candidates were found.', {
      nextAt: new Date(Date.now() + 25 * 60_000).toISOString(),
      nextStep: 'The next search runs',
      todo: 'Search again with other words, or choose one of the candidates below.',
    }),
    ['search', 'select', 'retry', 'cancel'],
  ],
  [
    'warn',
    'importing',
    'attention',
    R('The files last 4 hr 2 min, but the book lasts 12 hr. It may be an abridged edition or another book.', {
      todo: 'Listen to the first minute, then accept it as it is or reject the release.',
    }),
    ['accept_import', 'reject_release', 'cancel'],
  ],
  ['available', 'in_library', 'completed', null, []],
  [
    'failed',
    'importing',
    'attention',
    R('The library folder is full: 312 MB free, 840 MB needed.', { todo: 'Free some space, then try again.' }),
    ['retry', 'cancel'],
  ],
  ['searching', 'approved', 'active', R('Prowlarr is asked; 3 of 5 indexers have answered.'), ['cancel']],
  ['processing', 'importing', 'active', R('Checking 14 audio files.'), ['cancel'], { fraction: 0.6, phase: 'verify' }],
  [
    'awaiting_import',
    'importing',
    'waiting',
    R('The download is complete, but its files are not visible at /downloads/complete/The.Quarry yet.', {
      nextAt: new Date(Date.now() + 2 * 60_000).toISOString(),
      nextStep: 'Lectern looks again',
      todo: 'Check the path mapping of qBittorrent.',
    }),
    ['retry', 'cancel'],
  ],
  [
    'awaiting_release',
    'approved',
    'waiting',
    R('The audiobook comes out on 12 March 2027.', { nextAt: '2027-03-12T06:00:00Z', nextStep: 'The first search runs' }),
    ['cancel'],
  ],
  ['downloaded', 'importing', 'active', R('The files are in place; Audiobookshelf has not shown the book yet.'), ['cancel']],
  ['denied', 'asked', 'closed', R('Denied by Anna: We have the other edition already.'), []],
  ['cancelled', 'asked', 'closed', null, []],
  ['pending', 'approved', 'active', R('Waiting for its turn to be searched.'), ['cancel']],
  ['available', 'in_library', 'completed', null, []],
  ['available', 'in_library', 'completed', null, []],
  ['awaiting_approval', 'asked', 'attention', R('An admin has to approve this request.'), ['approve', 'deny', 'cancel']],
  [
    'downloading',
    'downloading',
    'active',
    R('Transmission has no seeders for this release.', {
      nextAt: new Date(Date.now() + 25 * 60_000).toISOString(),
      nextStep: 'The next release is tried',
      todo: 'Try the next release now.',
    }),
    ['retry_download', 'cancel'],
    { fraction: 0.07, bytesDone: 62e6, bytesTotal: 894e6, downBps: 0 },
  ],
];
const ORDER = [4, 5, 2, 0, 6, 7, 8, 3, 23, 10, 14, 16, 17, 18, 19, 20, 1, 25];
const STAGES = ['asked', 'approved', 'found', 'downloading', 'importing', 'in_library'];

export function createRequests(books) {
  return REQUESTS.map(([status, stage, group, reason, actions, progress], n) => {
    const book = books[ORDER[n]];
    const user = USERS[[0, 1, 0, 0, 0, 2, 1, 0, 0, 0, 1, 0, 0, 2, 0, 1, 2, 1][n]];
    const at = STAGES.indexOf(stage);
    return {
      id: id(100 + n),
      type: 'audiobook',
      status,
      group,
      statusSince: ago(12 + n * 7),
      reason,
      book,
      user: { id: user.id, username: user.username, displayName: user.displayName },
      mine: user.username === 'anna',
      ...(progress ? { progress } : {}),
      stage,
      origin: 'web',
      createdAt: ago(60 + n * 400),
      updatedAt: ago(12 + n * 7),
      downloadAttempts: n === 17 ? 2 : at >= 3 ? 1 : 0,
      subscribed: false,
      subscribers: n % 3,
      actions,
      stages: STAGES.map((name, index) => ({
        stage: name,
        state:
          status === 'available' || index < at
            ? 'done'
            : index === at
              ? ['failed', 'denied', 'cancelled'].includes(status)
                ? 'failed'
                : 'current'
              : 'todo',
        ...(index <= at ? { at: ago(60 + n * 400 - index * 9) } : {}),
      })),
      ...(at >= 3
        ? {
            release: {
              title: `${book.authors[0].name} - ${book.title} (2019) [Unabridged] [M4B 64kbps]-HARBOUR`,
              indexer: 'AudioBay',
              size: 478e6,
              score: 87.5,
              protocol: 'torrent',
            },
            downloadClient: { name: 'Transmission' },
          }
        : {}),
      ...(status === 'available'
        ? { files: { directory: `/library/${book.authors[0].name}/${book.title}`, count: 14, bytes: 478e6, methods: { hardlink: 14 } } }
        : {}),
      timeline: [
        {
          id: 't1',
          at: ago(60 + n * 400),
          event: 'request.submitted',
          to: 'pending',
          message: `${user.displayName} asked for the audiobook.`,
          actor: { id: user.id, username: user.username, displayName: user.displayName },
        },
        ...(at >= 1
          ? [{ id: 't2', at: ago(58 + n * 400), event: 'request.approved', to: 'searching', message: 'Approved automatically.' }]
          : []),
        ...(at >= 2
          ? [
              {
                id: 't3',
                at: ago(55 + n * 400),
                event: 'search.finished',
                to: 'searching',
                message: '5 indexers answered with 23 results; 4 are candidates.',
              },
            ]
          : []),
        ...(at >= 3
          ? [
              {
                id: 't4',
                at: ago(54 + n * 400),
                event: 'download.started',
                to: 'downloading',
                message: 'Sent to Transmission with a score of 87.5.',
              },
            ]
          : []),
        ...(reason ? [{ id: 't5', at: ago(12 + n * 7), event: 'state', to: status, message: reason.message }] : []),
        ...(status === 'available'
          ? [
              {
                id: 't6',
                at: ago(20 + n * 7),
                event: 'library.matched',
                to: 'available',
                message: 'Found in Audiobookshelf by its own hash.',
              },
            ]
          : []),
      ],
    };
  });
}

export const CANDIDATES = [
  ['Edith Marlowe - The Lamplighters Almanac (2019) [Unabridged] [M4B 64kbps] {Juliet Stevens}', 87.5, true, true, 42],
  ['Edith.Marlowe.The.Lamplighters.Almanac.2019.UNABRIDGED.MP3.128kbps-NARR', 74.2, true, false, 12],
  ['The Lamplighters Almanac - Edith Marlowe ABRIDGED radio play', 38, false, false, 3],
  ['Edith Marlowe - The Tarn Chronicles 02 - The Orchard of Small Hours M4B', 31.5, false, false, 28],
].map(([title, score, passed, picked, seeders], n) => ({
  id: id(500 + n),
  title,
  indexer: ['AudioBay', 'ShelfTracker', 'AudioBay', 'BookNest'][n],
  protocol: 'torrent',
  size: 478e6 - n * 60e6,
  seeders,
  leechers: n,
  grabs: 90 - n * 11,
  publishedAt: ago(60 * 24 * (20 + n * 90)),
  flags: n === 0 ? ['freeleech'] : [],
  score,
  passed,
  picked,
  state: n === 1 ? 'failed' : 'candidate',
  gates: [
    { name: 'author', passed: true, reason: 'The author matches: Edith Marlowe.' },
    {
      name: 'title',
      passed: n !== 3,
      reason: n === 3 ? 'The title is another book of the series: The Orchard of Small Hours.' : 'The title matches in full.',
    },
    {
      name: 'series',
      passed: n !== 3,
      reason: n === 3 ? 'Book 2 of the series, but book 1 was asked for.' : 'The series number agrees or is not given.',
    },
    { name: 'abridged', passed: n !== 2, reason: n === 2 ? 'The release is abridged; the book is not.' : 'Unabridged, as asked.' },
    { name: 'seeders', passed: true, reason: `${seeders} seeders, at least 2 needed.` },
  ],
  parts: [
    { name: 'title', points: 40 - n * 6, max: 40, reason: 'Words of the title' },
    { name: 'narrator', points: n === 0 ? 15 : 0, max: 15, reason: n === 0 ? 'Narrator named: Juliet Stevens' : 'Narrator not named' },
    { name: 'format', points: 20 - n * 4, max: 20, reason: n === 1 ? 'MP3, second choice' : 'M4B, first choice' },
    { name: 'size', points: 8.5, max: 10, reason: 'Size fits 11 hr 52 min' },
    { name: 'seeders', points: Math.max(1, 12 - n * 4), max: 15, reason: `${seeders} seeders` },
  ],
}));

export const SEARCH = {
  id: id(600),
  startedAt: ago(55),
  finishedAt: ago(54),
  status: 'done',
  queries: ['Edith Marlowe The Lamplighters Almanac', 'Lamplighters Almanac'],
  sources: [
    { id: '1', name: 'AudioBay', integrationName: 'Prowlarr', status: 'ok', found: 14 },
    { id: '2', name: 'ShelfTracker', integrationName: 'Prowlarr', status: 'ok', found: 9 },
    { id: '3', name: 'BookNest', integrationName: 'Prowlarr', status: 'empty' },
    { id: '4', name: 'OldTapes', integrationName: 'Prowlarr', status: 'throttled', retryAfterMs: 240_000 },
    { id: '5', name: 'Nordlicht', integrationName: 'Prowlarr', status: 'failed', error: 'it answered with an HTML page' },
  ],
};

/** Uses every construct of the supported subset. */
export const EVERYTHING_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['baseUrl', 'apiKey'],
  properties: {
    baseUrl: {
      type: 'string',
      format: 'uri',
      title: 'Address',
      description: 'Where Prowlarr answers, with its sub-path if it has one.',
      'x-ui': { order: 1, group: 'Connection', widget: 'url', placeholder: 'http://localhost:9696' },
    },
    apiKey: {
      type: 'string',
      format: 'password',
      writeOnly: true,
      minLength: 8,
      title: 'API key',
      description: 'Prowlarr → Settings → General → Security.',
      'x-ui': { order: 2, group: 'Connection' },
    },
    indexers: {
      type: 'array',
      items: { type: 'integer' },
      uniqueItems: true,
      default: [],
      title: 'Indexers',
      description: 'Which indexers to search; none means all.',
      'x-ui': { order: 3, group: 'Search', choices: 'indexers' },
    },
    categories: {
      type: 'array',
      items: { type: 'integer' },
      default: [3030],
      title: 'Categories',
      description: 'Newznab category numbers.',
      'x-ui': { order: 4, group: 'Search' },
    },
    tags: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      title: 'Tags',
      description: 'Only indexers with one of these tags.',
      'x-ui': { order: 5, group: 'Search' },
    },
    protocol: {
      type: 'string',
      oneOf: [
        { const: 'both', title: 'Torrents and Usenet' },
        { const: 'torrent', title: 'Torrents only' },
        { const: 'usenet', title: 'Usenet only' },
      ],
      default: 'both',
      title: 'Protocols',
      description: 'What may be found.',
      'x-ui': { order: 6, group: 'Search' },
    },
    priority: {
      type: 'string',
      enum: ['low', 'normal', 'high'],
      default: 'normal',
      title: 'Queue',
      description: 'Where searches wait.',
      'x-ui': { order: 7, group: 'Search' },
    },
    minimumSize: {
      type: 'number',
      minimum: 0,
      maximum: 500,
      default: 10.5,
      title: 'Smallest size',
      description: 'In megabytes; smaller releases are ignored.',
      'x-ui': { order: 8, group: 'Limits' },
    },
    perMinute: {
      type: 'integer',
      minimum: 1,
      maximum: 60,
      default: 10,
      title: 'Searches a minute',
      description: 'At most this many; the rest wait.',
      'x-ui': { order: 9, group: 'Limits', advanced: true },
    },
    verifyTls: {
      type: 'boolean',
      default: true,
      title: 'Check the certificate',
      description: 'Turn off only for a self-signed certificate in your own network.',
      'x-ui': { order: 10, group: 'Connection', advanced: true },
    },
    rules: {
      type: 'array',
      default: [],
      title: 'Indexer weights',
      description: 'Points added to what an indexer finds.',
      'x-ui': { order: 11, group: 'Limits' },
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['indexer'],
        properties: {
          indexer: { type: 'string', title: 'Indexer', description: 'Its name.' },
          points: { type: 'integer', minimum: -20, maximum: 20, default: 0, title: 'Points', description: 'From −20 to 20.' },
        },
      },
    },
    useProxy: {
      type: 'boolean',
      default: false,
      title: 'Use a proxy',
      description: 'Reach Prowlarr through a proxy of your own.',
      'x-ui': { order: 12, group: 'Connection', advanced: true },
    },
    proxyUrl: {
      type: 'string',
      format: 'uri',
      title: 'Proxy address',
      description: 'Needed when a proxy is used.',
      'x-ui': { order: 13, group: 'Connection', advanced: true, placeholder: 'http://proxy:3128' },
    },
    notes: {
      type: 'string',
      title: 'Notes',
      description: 'For yourself.',
      'x-ui': { order: 14, widget: 'textarea', help: 'Never sent anywhere.', advanced: true },
    },
  },
  if: { required: ['useProxy'], properties: { useProxy: { const: true } } },
  then: { required: ['proxyUrl'] },
};
const simple = (title, secret = 'apiKey') => ({
  type: 'object',
  additionalProperties: false,
  required: ['baseUrl'],
  properties: {
    baseUrl: {
      type: 'string',
      format: 'uri',
      title: 'Address',
      description: `Where ${title} answers.`,
      'x-ui': { order: 1, placeholder: 'http://localhost:8080' },
    },
    [secret]: {
      type: 'string',
      format: 'password',
      writeOnly: true,
      title: secret === 'password' ? 'Password' : 'API key',
      description: 'Kept encrypted.',
      'x-ui': { order: 2 },
    },
    downloadDir: {
      type: 'string',
      title: 'Folder',
      description: 'Where it puts finished downloads, as it sees it.',
      'x-ui': { order: 3, widget: 'path', placeholder: '/downloads/complete' },
    },
  },
});

const plugin = (id, displayName, provides, extra = {}) => ({
  id,
  packageName: `@lectern/${id}`,
  version: '0.1.0',
  displayName,
  provides,
  instances: 'many',
  source: 'bundled',
  origin: 'bundled',
  state: 'ready',
  enabled: true,
  api: '^1.0.0',
  compatible: true,
  ignoreCompatibility: false,
  restartNeeded: false,
  settingsSchema: simple(displayName),
  recommends: [],
  texts: [],
  description: `Connects Lectern to ${displayName}.`,
  ...extra,
});
export const PLUGINS = [
  plugin('catalog-audible', 'Audible', ['catalog'], {
    instances: 'one',
    settingsSchema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        region: {
          type: 'string',
          enum: ['us', 'uk', 'de', 'fr', 'jp'],
          default: 'us',
          title: 'Region',
          description: 'Whose catalogue to ask.',
        },
      },
    },
  }),
  plugin('indexer-prowlarr', 'Prowlarr', ['indexer'], { settingsSchema: EVERYTHING_SCHEMA, recommends: ['client-transmission'] }),
  plugin('client-transmission', 'Transmission', ['downloadClient'], { settingsSchema: simple('Transmission', 'password') }),
  plugin('client-qbittorrent', 'qBittorrent', ['downloadClient'], { settingsSchema: simple('qBittorrent', 'password') }),
  plugin('media-audiobookshelf', 'Audiobookshelf', ['mediaServer']),
  plugin('notify-discord', 'Discord', ['notifier'], {
    settingsSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['webhookUrl'],
      properties: {
        webhookUrl: {
          type: 'string',
          format: 'password',
          writeOnly: true,
          title: 'Webhook address',
          description: 'Channel settings → Integrations → Webhooks.',
        },
      },
    },
  }),
  plugin('indexer-attic', 'Attic Tapes', ['indexer'], {
    packageName: 'lectern-plugin-indexer-attic',
    version: '2.3.1',
    installedVersion: '2.3.1',
    previousVersion: '1.9.0',
    source: 'installed',
    origin: 'registry',
    state: 'incompatible',
    api: '^2.0.0',
    compatible: false,
    settingsSchema: undefined,
    error: {
      code: 'PLUGIN_INCOMPATIBLE',
      at: new Date(Date.now() - 3e5).toISOString(),
      message:
        'lectern-plugin-indexer-attic 2.3.1 was written for plugin API ^2.0.0; this Lectern has 1.0.0. Install version 1.x of it, or update Lectern.',
    },
  }),
  plugin('notify-carrier-pigeon', 'Carrier Pigeon', ['notifier'], {
    packageName: '@birds/lectern-plugin-notify-carrier-pigeon',
    source: 'installed',
    origin: 'upload',
    state: 'quarantined',
    quarantine: { since: new Date(Date.now() - 36e5).toISOString(), message: 'Error: the wire is cut' },
    settingsSchema: undefined,
    error: {
      code: 'PLUGIN_QUARANTINED',
      at: new Date(Date.now() - 3e5).toISOString(),
      message:
        '@birds/lectern-plugin-notify-carrier-pigeon 0.1.0 threw while it was loaded: Cannot find module "pigeon-wire". Reinstall it, or tell its author.',
    },
  }),
];

PLUGINS.push(
  plugin('notify-moon-phases', 'Moon Phases', ['notifier'], {
    packageName: 'lectern-plugin-notify-moon-phases',
    version: '1.2.0',
    installedVersion: '1.3.0',
    previousVersion: '1.2.0',
    restartNeeded: true,
    source: 'installed',
    origin: 'registry',
    description: 'Tells of new books when the moon is right.',
  }),
  plugin('media-gramophone', 'Gramophone', ['mediaServer'], {
    packageName: 'lectern-plugin-media-gramophone',
    version: '0.9.0',
    installedVersion: '0.9.0',
    source: 'installed',
    origin: 'registry',
    api: '^0.8.0',
    compatible: false,
    ignoreCompatibility: true,
  }),
  plugin('shelf-driftwood', 'Driftwood', ['shelfProvider'], {
    packageName: '@shore/lectern-plugin-shelf-driftwood',
    version: '0.4.1',
    installedVersion: '0.4.1',
    source: 'installed',
    origin: 'registry',
    lastError: {
      message: 'My shelf: driftwood.example refused the key or password (HTTP 401).',
      at: new Date(Date.now() - 72e5).toISOString(),
    },
  }),
  plugin('indexer-lost-tapes', 'Lost Tapes', ['indexer'], {
    packageName: 'lectern-plugin-indexer-lost-tapes',
    version: '3.0.0',
    installedVersion: '3.0.0',
    source: 'installed',
    origin: 'upload',
    state: 'disabled',
    enabled: false,
    error: { code: 'PLUGIN_DISABLED', message: 'It is switched off.', at: new Date().toISOString() },
  }),
);
const foundPlugin = (name, version, description, author) => ({
  name,
  version,
  description,
  author,
  publishedAt: new Date(Date.now() - 9e8).toISOString(),
  links: { homepage: 'https://example.org/' },
});
export const FOUND_PLUGINS = [
  foundPlugin('lectern-plugin-notify-lighthouse', '2.1.0', 'Blinks a lamp when a book has come in.', 'keeper'),
  foundPlugin('@shore/lectern-plugin-shelf-driftwood', '0.5.0', 'Follows the shelves of Driftwood.', 'shore'),
  foundPlugin(
    'lectern-plugin-indexer-whispering-gallery-of-the-very-long-package-names',
    '0.0.1-beta.3',
    'Finds what nobody else finds, and describes it at some length so that one sees how long lines look.',
    'somebody-with-a-long-name',
  ),
];

const integration = (n, pluginId, pluginName, provides, name, state, extra = {}) => ({
  id: id(300 + n),
  pluginId,
  pluginName,
  installed: true,
  provides,
  name,
  enabled: state !== 'disabled',
  priority: n,
  settings: { baseUrl: 'http://10.0.0.12:9696' },
  secretsSet: ['apiKey'],
  createdAt: ago(90000),
  updatedAt: ago(9000),
  health: {
    state,
    since: ago(500),
    answers: state === 'running',
    ...(state === 'running' ? { lastCheck: { ok: true, at: ago(3), since: ago(480), version: '1.24.3', details: ['5 indexers'] } } : {}),
  },
  ...extra,
});
export const createIntegrations = () => [
  integration(1, 'catalog-audible', 'Audible', ['catalog'], 'Audible', 'running', { settings: { region: 'us' }, secretsSet: [] }),
  integration(2, 'indexer-prowlarr', 'Prowlarr', ['indexer'], 'Prowlarr', 'running', {
    settings: {
      baseUrl: 'http://10.0.0.12:9696',
      indexers: [1, 3],
      categories: [3030],
      protocol: 'both',
      priority: 'normal',
      minimumSize: 10.5,
      perMinute: 10,
      verifyTls: true,
      useProxy: false,
      tags: ['audio'],
      rules: [{ indexer: 'AudioBay', points: 5 }],
    },
  }),
  integration(3, 'client-transmission', 'Transmission', ['downloadClient'], 'Transmission in the cellar', 'degraded', {
    secretsSet: ['password'],
    pathMappings: [{ remote: '/downloads/complete', local: '/mnt/media/downloads/complete' }],
    health: {
      state: 'degraded',
      answers: false,
      since: ago(25),
      lastError: {
        code: 'INTEGRATION_UNAVAILABLE',
        message: 'No answer from http://10.0.0.12:9091 within 10 seconds (5 tries in a row). The next try is in 2 minutes.',
        at: ago(1),
      },
      lastCheck: {
        ok: false,
        at: ago(1),
        since: ago(25),
        error: { code: 'INTEGRATION_UNAVAILABLE', message: 'No answer from http://10.0.0.12:9091 within 10 seconds.' },
      },
    },
  }),
  integration(4, 'client-qbittorrent', 'qBittorrent', ['downloadClient'], 'qBittorrent', 'failed', {
    secretsSet: ['password'],
    pathMappings: [],
    health: {
      state: 'failed',
      answers: false,
      since: ago(60),
      lastError: {
        code: 'INTEGRATION_UNAUTHORIZED',
        message:
          'qBittorrent refused the user name or the password. Sign in to its web page with the same words to check them; after five failures it bans the address for an hour.',
        at: ago(4),
        field: 'password',
      },
    },
  }),
  integration(5, 'media-audiobookshelf', 'Audiobookshelf', ['mediaServer'], 'Audiobookshelf', 'running', { pathMappings: [] }),
  integration(6, 'notify-discord', 'Discord', ['notifier'], 'Family channel', 'disabled', { secretsSet: ['webhookUrl'], settings: {} }),
];

export const createJobs = () => ({
  schedules: [
    {
      name: 'library.scan',
      title: 'Scan the library',
      cron: '0 */6 * * *',
      lastRun: { startedAt: ago(190), finishedAt: ago(188), status: 'done', message: '412 items, 3 new' },
      nextRun: new Date(Date.now() + 170 * 60_000).toISOString(),
      running: true,
    },
    {
      name: 'downloads.poll',
      title: 'Ask the download clients',
      cron: '*/30 * * * * *',
      lastRun: { startedAt: ago(0.4), finishedAt: ago(0.4), status: 'done' },
      nextRun: new Date(Date.now() + 6000).toISOString(),
      running: false,
    },
    {
      name: 'catalogue.refresh',
      title: 'Refresh popular and new books',
      cron: '0 4 * * *',
      lastRun: { startedAt: ago(900), finishedAt: ago(899), status: 'failed', message: 'The catalogue answered 503; the old lists stay.' },
      nextRun: new Date(Date.now() + 540 * 60_000).toISOString(),
      running: false,
    },
    {
      name: 'requests.research',
      title: 'Search again for what was not found',
      cron: '0 * * * *',
      lastRun: { startedAt: ago(40), finishedAt: ago(39), status: 'done', message: '2 searched, 0 found' },
      nextRun: new Date(Date.now() + 20 * 60_000).toISOString(),
      running: false,
    },
  ],
  items: [
    {
      id: id(700),
      name: 'library.scan',
      title: 'Scan the library',
      state: 'running',
      attempt: 1,
      maxAttempts: 3,
      progress: { done: 131, total: 412, message: 'Reading Audiobookshelf' },
      createdAt: ago(1),
      startedAt: ago(1),
      runAt: ago(1),
    },
    {
      id: id(701),
      name: 'import',
      title: 'Import',
      subject: 'The Orchard of Small Hours',
      state: 'running',
      attempt: 1,
      maxAttempts: 5,
      progress: { done: 8, total: 14, message: 'Checking audio' },
      createdAt: ago(2),
      startedAt: ago(2),
      runAt: ago(2),
    },
    {
      id: id(702),
      name: 'search',
      title: 'Search',
      subject: 'Moth and Mirror',
      state: 'queued',
      attempt: 0,
      maxAttempts: 5,
      createdAt: ago(1),
      runAt: new Date(Date.now() + 40_000).toISOString(),
    },
    {
      id: id(703),
      name: 'notify',
      title: 'Notify',
      subject: 'Family channel',
      state: 'failed',
      attempt: 5,
      maxAttempts: 5,
      error: 'Discord answered 404: this webhook does not exist any more.',
      createdAt: ago(300),
      startedAt: ago(299),
      finishedAt: ago(290),
      runAt: ago(299),
    },
    {
      id: id(704),
      name: 'import',
      title: 'Import',
      subject: 'Salt Roads',
      state: 'done',
      attempt: 1,
      maxAttempts: 5,
      createdAt: ago(400),
      startedAt: ago(400),
      finishedAt: ago(399),
      runAt: ago(400),
    },
  ],
});

export const SETTINGS = {
  library: {
    path: '/srv/audiobooks',
    pathTemplate: '{author}/{series? {series}/}{part? {part} - }{title}',
    ebookPathTemplate: '{author}/{title}',
    writeSidecar: true,
    copyFiles: false,
    downloadPath: '/srv/downloads',
  },
  requests: {
    autoApprove: false,
    quotaLimit: 5,
    quotaDays: 7,
    minSeeders: 2,
    minScore: 60,
    formatPreference: ['m4b', 'mp3', 'flac'],
    allowCollections: false,
  },
  ebooks: { formatPreference: ['epub', 'azw3', 'mobi', 'pdf'], useIndexers: false },
  signIn: { newAccounts: 'approval', registration: 'approval', linkByEmail: false },
  access: { downloadAccess: true, interactiveSearch: false },
  server: { publicUrl: 'https://books.example.org', region: 'us', language: 'en' },
  backups: { daily: true, keep: 7 },
  audit: { keepDays: 365 },
};

export const NOTIFICATIONS = [
  {
    id: 'n1',
    event: 'request.available',
    title: '“Salt Roads” is in your library',
    lines: ['Ibrahim Okafor · 15 hr 33 min'],
    at: ago(12),
    read: false,
    requestId: id(104),
  },
  {
    id: 'n2',
    event: 'request.attention',
    title: '“The Orchard of Small Hours” needs a look',
    lines: ['The files are much shorter than the book.'],
    at: ago(50),
    read: false,
    requestId: id(103),
  },
  {
    id: 'n3',
    event: 'request.denied',
    title: '“The Clockmaker of Prague” was denied',
    lines: ['We have the other edition already.'],
    at: ago(3000),
    read: true,
    requestId: id(111),
  },
];

const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();

export const EXTERNAL = [
  { id: 'i-abs', name: 'Audiobookshelf', kind: 'password' },
  { id: 'i-plex', name: 'Plex', kind: 'redirect' },
];

export const IDENTITIES = [
  {
    id: 'd1',
    provider: { id: 'i-plex', name: 'Plex', offered: true },
    accountName: 'anna.plex',
    linkedAt: minutesAgo(90_000),
  },
  { id: 'd2', provider: { id: 'i-gone', name: null, offered: false }, accountName: null, linkedAt: minutesAgo(190_000) },
];

export const SESSIONS = [
  {
    id: 's1',
    openedAt: minutesAgo(4000),
    lastUsedAt: minutesAgo(2),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    address: '192.0.2.10',
    current: true,
  },
  {
    id: 's2',
    openedAt: minutesAgo(90_000),
    lastUsedAt: minutesAgo(700),
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    address: '198.51.100.23',
    current: false,
  },
];

const token = { userId: 'u1', username: 'anna', createdAt: minutesAgo(90_000), revokedAt: null };
export const API_TOKENS = [
  { ...token, id: 't1', name: 'Wall display', prefix: 'lect_Q7wZx1a', scopes: ['read'], expiresAt: null, lastUsedAt: minutesAgo(3) },
  {
    ...token,
    id: 't2',
    name: 'Import script on the file server',
    prefix: 'lect_mm2Rt9c',
    scopes: ['read', 'requests:write', 'admin:read'],
    expiresAt: new Date(Date.now() + 80 * 86_400_000).toISOString(),
    lastUsedAt: null,
  },
];

export const AUDIT = [
  ['user.updated', 'anna', { username: 'ben', state: 'disabled' }, '192.0.2.10', 4],
  ['login_token.created', 'anna', { username: 'mika' }, '192.0.2.10', 40],
  ['session.refused', 'nobody known', { reason: 'credentials' }, '203.0.113.99', 95],
  ['integration.updated', 'anna', { name: 'Prowlarr', fields: ['baseUrl'], secrets: ['apiKey'] }, '192.0.2.10', 600],
  ['plugin.installed', 'anna', { package: 'lectern-plugin-notify-lighthouse', version: '1.2.0' }, '192.0.2.10', 1500],
  ['setup.completed', 'anna', undefined, '192.0.2.10', 90_000],
].map(([action, actorName, detail, address, minutes], index) => ({
  id: `a${index}`,
  at: minutesAgo(minutes),
  action,
  actorName,
  targetType: action.split('.')[0],
  ...(detail ? { detail } : {}),
  address,
}));
