import type { BrowserContext, Route } from 'playwright-core';

/** From right to left, without spaces, very long, and mixed. */
const TITLES = [
  'סיפור על אהבה וחושך (חלק 2)!',
  'ألف ليلة وليلة: المجلد الأول من الطبعة الكاملة غير المختصرة كما رُويت في أسواق بغداد القديمة',
  'The Long and Winding Title of a Book That Nobody Could Ever Remember Whole, Not Even Its Own Author: Volume Two of the Complete and Unabridged Edition, Newly Recorded',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。',
  'Dune דיונה 2 (Unabridged)',
];
const NAMES = ['עמוס עוז', 'نجيب محفوظ', 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Third, Jr.', '夏目漱石'];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const pick = (from: readonly string[], key: string): string => {
  let sum = 0;
  for (const character of key) sum += character.codePointAt(0) ?? 0;
  return from[sum % from.length] ?? '';
};

/** Gives every object that looks like a book a foreign title and foreign authors, always the same ones. */
function foreign(value: Json): Json {
  if (Array.isArray(value)) return value.map(foreign);
  if (value === null || typeof value !== 'object') return value;
  const changed = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, foreign(member)]));
  const { title, asin, authors } = value;
  if (typeof title !== 'string' || (asin === undefined && authors === undefined)) return changed;
  changed.title = pick(TITLES, title);
  if (Array.isArray(authors)) {
    changed.authors = authors.map((author) =>
      typeof author === 'string'
        ? pick(NAMES, author)
        : { ...(author as { [name: string]: Json }), name: pick(NAMES, (author as { name: string }).name) },
    );
  }
  return changed;
}

async function answerForeign(route: Route): Promise<void> {
  const response = await route.fetch();
  if (!response.headers()['content-type']?.startsWith('application/json')) return route.fulfill({ response });
  return route.fulfill({ response, json: foreign((await response.json()) as Json) });
}

/** Gives all books that the server names titles and people of other scripts and lengths. */
export async function giveForeignTitles(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname.startsWith('/api/') && !url.pathname.startsWith('/api/events') && !url.pathname.startsWith('/api/covers'),
    (route) =>
      // a page that is left waits for no answer
      route.request().method() === 'GET' ? answerForeign(route).catch(() => route.abort().catch(() => undefined)) : route.fallback(),
  );
}
