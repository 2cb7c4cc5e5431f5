/** A remote JSON object. Its members are checked where they are read. */
export type Raw = Readonly<Record<string, unknown>>;

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; anything else is skipped. */
export function rawList(value: unknown): readonly Raw[] {
  return Array.isArray(value) ? value.filter(isRaw) : [];
}

/** The trimmed text, or nothing if it is empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text !== undefined) : [];
}

/** `GET /status`. */
export interface ServerStatus {
  readonly app?: string;
  readonly version?: string;
  readonly isInitialized: boolean;
  readonly signInMethods: readonly string[];
}

export function parseStatus(raw: Raw): ServerStatus {
  return {
    app: textOf(raw.app),
    version: textOf(raw.serverVersion),
    isInitialized: raw.isInit === true,
    signInMethods: textList(raw.authMethods),
  };
}

/** The account of a key or a sign-in. */
export interface ServerUser {
  readonly id: string;
  readonly username: string;
  readonly email?: string;
  readonly isAdmin: boolean;
  readonly isActive: boolean;
  readonly type: string;
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
  readonly allLibraries: boolean;
  readonly libraryIds: readonly string[];
  /** The request used a kind of token that Audiobookshelf will drop. */
  readonly usesOldToken: boolean;
}

/** @returns nothing if it has no id or name */
export function parseUser(raw: Raw): ServerUser | undefined {
  const id = textOf(raw.id);
  const username = textOf(raw.username);
  if (id === undefined || username === undefined) return undefined;
  const permissions = isRaw(raw.permissions) ? raw.permissions : {};
  const type = textOf(raw.type) ?? 'user';
  return {
    id,
    username,
    email: textOf(raw.email),
    type,
    isAdmin: type === 'root' || type === 'admin',
    isActive: raw.isActive !== false,
    mayUpdate: permissions.update === true,
    mayDelete: permissions.delete === true,
    allLibraries: permissions.accessAllLibraries !== false,
    libraryIds: textList(raw.librariesAccessible),
    usesOldToken: raw.isOldToken === true,
  };
}

/**
 * Whether an account may see the items of a library. The list of libraries does not tell: an account that may see none
 * gets all of them and is then refused their items.
 */
export function canSeeLibrary(user: ServerUser, libraryId: string): boolean {
  return user.allLibraries || user.libraryIds.includes(libraryId);
}

/** A library of `GET /api/libraries`. */
export interface ServerLibrary {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly audiobooksOnly: boolean;
  /** Whether the server processes announced files, unless its settings forbid it for all libraries. */
  readonly isWatched: boolean;
  readonly folders: readonly string[];
}

export function parseLibrary(raw: Raw): ServerLibrary | undefined {
  const id = textOf(raw.id);
  if (id === undefined) return undefined;
  const settings = isRaw(raw.settings) ? raw.settings : {};
  return {
    id,
    name: textOf(raw.name) ?? id,
    mediaType: textOf(raw.mediaType) ?? '',
    audiobooksOnly: settings.audiobooksOnly === true,
    isWatched: settings.disableWatcher !== true,
    folders: rawList(raw.folders)
      .map((folder) => textOf(folder.fullPath))
      .filter((path) => path !== undefined),
  };
}

/** The server settings that concern us. */
export interface ServerSettings {
  /** False: no library is watched, whatever its own settings say. */
  readonly isWatching: boolean;
}

/** Reads `POST /api/authorize`, the only call that returns them. */
export function parseServerSettings(raw: Raw): ServerSettings {
  const settings = isRaw(raw.serverSettings) ? raw.serverSettings : {};
  return { isWatching: settings.scannerDisableWatcher !== true };
}

/** A task of the server; most finished ones vanish. */
export interface ServerTask {
  readonly action: string;
  readonly libraryId?: string;
  readonly isFinished: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

export function parseTask(raw: Raw): ServerTask {
  const data = isRaw(raw.data) ? raw.data : {};
  return {
    action: textOf(raw.action) ?? '',
    libraryId: textOf(data.libraryId),
    isFinished: raw.isFinished === true,
    startedAt: numberOf(raw.startedAt) ?? 0,
  };
}

/** A page of `GET /api/libraries/:id/items`. */
export interface ItemPage {
  readonly results: readonly Raw[];
  /** The count for the whole library, including items whose files are gone. */
  readonly total: number;
}

/** Whether only the total is missing. */
export function lacksTotal(raw: Raw): boolean {
  return Array.isArray(raw.results) && raw.total === undefined;
}

export function parseItemPage(raw: Raw): ItemPage | undefined {
  const total = numberOf(raw.total);
  if (!Array.isArray(raw.results) || total === undefined) return undefined;
  return { results: rawList(raw.results), total };
}
