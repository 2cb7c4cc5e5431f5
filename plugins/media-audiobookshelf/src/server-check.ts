import { namesOfChosen, isIntegrationError } from '@lectern/plugin-api';
import type { CheckCall, CheckDetail, CheckResult, PluginStorage } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { itemAddress } from './item-address.js';
import { canSeeLibrary, isRaw, numberOf, textOf } from './schema.js';
import type { ServerLibrary, ServerStatus, ServerUser } from './schema.js';
import { describeFolder } from './library-folder.js';
import { describeReturnAddress } from './return-address.js';
import type { AudiobookshelfSettings } from './settings.js';

export interface CheckDeps {
  readonly client: AudiobookshelfClient;
  readonly settings: AudiobookshelfSettings;
  readonly storage: PluginStorage;
}

/** Describes the server and the rights of the key. */
export async function checkServer({ client, settings, storage }: CheckDeps, call: CheckCall): Promise<CheckResult> {
  // an address that is none is blamed before anything is asked
  itemAddress(settings);
  const status = await readStatus(client, call);
  if (status.app !== 'audiobookshelf') {
    throw fault('INTEGRATION_MISCONFIGURED', 'not_audiobookshelf', {
      field: 'baseUrl',
    });
  }
  if (!status.isInitialized) {
    throw fault('INTEGRATION_MISCONFIGURED', 'not_set_up', {
      field: 'baseUrl',
    });
  }
  const user = await client.me(call);
  const libraries = await client.libraries(call);
  refuseWithoutLibrary(libraries, user);
  const lost = await lostLibraries({ settings, storage }, libraries, user);
  return {
    ok: true,
    ...(status.version === undefined ? {} : { version: status.version }),
    details: [
      ...describeAccount(user),
      ...describeKey(user, settings.apiKey),
      ...describeLibraries(libraries, user, lost),
      ...describeFolder(libraries, user, settings.libraryIds ?? [], call.lectern?.libraryFolder),
      ...describeSignIn(status, settings),
      ...(await describeReturnAddress(client, settings, user, call)),
    ],
  };
}

async function readStatus(client: AudiobookshelfClient, call: CheckCall): Promise<ServerStatus> {
  try {
    return await client.status(call);
  } catch (error) {
    if (!isIntegrationError(error) || error.code !== 'INTEGRATION_NOT_FOUND') throw error;
    throw fault('INTEGRATION_MISCONFIGURED', 'another_web_server', {
      cause: error,
      field: 'baseUrl',
    });
  }
}

function describeRights({ username, type, isAdmin, mayUpdate }: ServerUser): CheckDetail {
  const speaks = { account: username, type };
  if (isAdmin) return mayUpdate ? detail('key_reads_scans_writes', speaks) : detail('key_reads_scans', speaks);
  return mayUpdate ? detail('key_reads_writes', speaks) : detail('key_reads', speaks);
}

function describeAccount(user: ServerUser): readonly CheckDetail[] {
  return [
    describeRights(user),
    ...(user.isAdmin ? [] : [detail('key_cannot_scan')]),
    ...(user.mayUpdate ? [] : [detail('key_cannot_write')]),
    ...(user.isAdmin ? [] : [detail('books_appear_late')]),
  ];
}

function describeKey(user: ServerUser, apiKey: string): readonly CheckDetail[] {
  const { type, exp } = claimsOf(apiKey);
  // after any program has used an old token of the account, the server reports that for a real key, too
  if (user.usesOldToken && type !== 'api') return [detail('token_of_old_kind')];
  if (exp === undefined) return [];
  const end = { at: new Date(exp * 1000).toISOString() };
  // a key identifies itself as one; a token from a sign-in ends after an hour
  return type === 'api' ? [detail('key_expires', { end })] : [detail('token_of_session', { end })];
}

/** Without a library, no book could ever become available. */
function refuseWithoutLibrary(libraries: readonly ServerLibrary[], user: ServerUser): void {
  const books = libraries.filter(({ mediaType }) => mediaType === 'book');
  if (books.some(({ id }) => canSeeLibrary(user, id))) return;
  throw books.length === 0
    ? fault('INTEGRATION_MISCONFIGURED', 'no_library', { field: 'baseUrl' })
    : fault('INTEGRATION_FORBIDDEN', 'no_library_for_account', { values: { account: user.username }, field: 'apiKey' });
}

/** The names of chosen libraries that cannot be read. @throws IntegrationError if these are all */
async function lostLibraries(
  { settings, storage }: Omit<CheckDeps, 'client'>,
  libraries: readonly ServerLibrary[],
  user: ServerUser,
): Promise<readonly string[]> {
  const chosen = settings.libraryIds ?? [];
  const names = await namesOfChosen(storage, chosen, new Map(libraries.map(({ id, name }) => [id, name])));
  const visible = libraries.filter(({ id, mediaType }) => mediaType === 'book' && canSeeLibrary(user, id));
  const lost = names.filter((_name, index) => !visible.some(({ id }) => id === chosen[index]));
  if (chosen.length > 0 && lost.length === chosen.length) {
    throw fault('INTEGRATION_MISCONFIGURED', 'chosen_libraries_gone', { values: { libraries: lost }, field: 'libraryIds' });
  }
  return lost;
}

function describeLibraries(libraries: readonly ServerLibrary[], user: ServerUser, lost: readonly string[]): readonly CheckDetail[] {
  const books = libraries.filter(({ mediaType }) => mediaType === 'book');
  const visible = books.filter(({ id }) => canSeeLibrary(user, id));
  return [
    visible.length === 1 ? detail('one_library_read') : detail('libraries_read', { count: visible.length }),
    ...(visible.length < books.length ? [detail('libraries_hidden', { count: books.length - visible.length })] : []),
    ...(lost.length > 0 ? [detail('libraries_lost', { libraries: lost })] : []),
  ];
}

function describeSignIn(status: ServerStatus, settings: AudiobookshelfSettings): readonly CheckDetail[] {
  if (settings.allowSignIn !== true) return [];
  if (settings.signInWith === 'openid') {
    return status.signInMethods.includes('openid') ? [] : [detail('openid_turned_off')];
  }
  return status.signInMethods.includes('local') ? [] : [detail('password_turned_off')];
}

/** The claims of a token: `exp` in seconds since the epoch. Otherwise we treat tokens as opaque. */
function claimsOf(token: string): { readonly type?: string; readonly exp?: number } {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return isRaw(claims) ? { type: textOf(claims.type), exp: numberOf(claims.exp) } : {};
  } catch {
    return {};
  }
}
