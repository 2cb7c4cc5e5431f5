/** A remote object. Its members are checked where they are read. */
export type Raw = Readonly<Record<string, unknown>>;

// characters that XML forbids and no title needs
// eslint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\x00-\x08\x0B\x0C\x0E-\x1F]/g;

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; anything else is skipped. */
export function rawList(value: unknown): readonly Raw[] {
  return Array.isArray(value) ? value.filter(isRaw) : [];
}

export function withoutControls(text: string): string {
  return text.replace(CONTROL_CHARACTERS, '');
}

/** The trimmed text without control characters, or nothing if it is empty. Plex writes ids sometimes as text and sometimes as numbers. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? withoutControls(value).trim() : '';
  return text === '' ? undefined : text;
}

/** Numbers are text in XML, and some are in JSON. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** `true` in JSON is `"1"` in XML. Nothing if it is neither yes nor no. */
export function flagOf(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return undefined;
}

/** Items of an answer: JSON calls all of them `Metadata`, XML uses a name per kind. */
export function itemsOf(container: Raw): readonly Raw[] {
  if (Array.isArray(container.Metadata)) return rawList(container.Metadata);
  return [container.Directory, container.Track, container.Video].flatMap(rawList);
}

/** `GET /identity`, which a server answers without a token. */
export interface ServerIdentity {
  readonly machineId: string;
  readonly version?: string;
  readonly isClaimed?: boolean;
}

/** @returns nothing if it is not a Plex server's */
export function parseIdentity(container: Raw): ServerIdentity | undefined {
  const machineId = textOf(container.machineIdentifier);
  if (machineId === undefined) return undefined;
  const version = textOf(container.version);
  const isClaimed = flagOf(container.claimed);
  return { machineId, ...(version === undefined ? {} : { version }), ...(isClaimed === undefined ? {} : { isClaimed }) };
}

/** A library. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** `artist` contains music and audiobooks; Plex has no separate kind for audiobooks. */
  readonly type: string;
  /** Shows whether GUIDs contain ASINs. */
  readonly agent: string;
  /** Absolute, as the server sees them. */
  readonly locations: readonly string[];
}

export function parseSection(raw: Raw): Section | undefined {
  const id = textOf(raw.key);
  if (id === undefined) return undefined;
  return {
    id,
    title: textOf(raw.title) ?? id,
    type: textOf(raw.type) ?? '',
    agent: textOf(raw.agent) ?? '',
    locations: rawList(raw.Location).flatMap(({ path }) => (typeof path === 'string' && path !== '' ? [path] : [])),
  };
}

/** Whether the library's agent is known to write ASINs. */
export function hasBookAgent({ agent }: Section): boolean {
  return /audnexus|audiobooks/i.test(agent);
}

/** A part of a list. */
export interface ContainerPage {
  readonly items: readonly Raw[];
  /** Where the part begins, according to the server. */
  readonly offset?: number;
  /** Absent if the server did not page; then it is the whole list. */
  readonly total?: number;
}

export function parsePage(container: Raw): ContainerPage {
  const offset = numberOf(container.offset);
  const total = numberOf(container.totalSize);
  return { items: itemsOf(container), ...(offset === undefined ? {} : { offset }), ...(total === undefined ? {} : { total }) };
}
