/** A text of an answer, and where it stands: `GET /api/requests: items[].reason.message`. */
export interface FoundText {
  readonly where: string;
  readonly text: string;
}

/** Two words in lower case: what a sentence has, and a name, a code or a date has not. */
const SENTENCE = /(?<![\w/.-])[a-z]{2,}(?![\w/-]).*(?<![\w/.-])[a-z]{2,}(?![\w/-])/su;

/** What the pseudo-locale marks. A sentence may end with words of a remote, but it begins with its own. */
const MARKED = /^\[.*\]$/su;

/** Whether a text looks like English that the server wrote and that no file of messages has. */
export function isUnsaid(text: string): boolean {
  return SENTENCE.test(text) && !MARKED.test(text);
}

/** All texts of an answer, each with the members that lead to it. */
export function textsOf(value: unknown, where: string): FoundText[] {
  if (typeof value === 'string') return [{ where, text: value }];
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, `${where}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, `${where}.${name}`));
}

/** The ids in a list, by which the pages of its things are opened. */
export function idsIn(value: unknown, most: number): string[] {
  if (Array.isArray(value)) {
    const own = value.flatMap((one) => {
      const { id, asin, name } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
      const found = id ?? asin ?? name;
      return typeof found === 'string' ? [found] : [];
    });
    return own.slice(0, most);
  }
  if (typeof value !== 'object' || value === null) return [];
  for (const member of Object.values(value)) {
    const found = idsIn(member, most);
    if (found.length > 0) return found;
  }
  return [];
}
