export type Json = Readonly<Record<string, unknown>>;

/** What ffprobe printed; `undefined` if it is not JSON. */
export function parseOutput(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The object that ffprobe printed; an empty one for anything else. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** The list of objects that ffprobe printed; an empty one for anything else. */
export function asList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** A number that is not negative. ffprobe prints most numbers as text. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Tags by their names in lower case; an earlier source wins over a later one. */
export function tagsOf(...sources: readonly Json[]): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const source of sources) {
    for (const [name, value] of Object.entries(source)) if (typeof value === 'string') tags[name.toLowerCase()] ??= value;
  }
  return tags;
}
