import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { CheckCall, CheckResult } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import { itemAddress } from './item-address.js';
import { canSeeLibrary, isRaw, numberOf, textOf } from './schema.js';
import type { ServerLibrary, ServerStatus, ServerUser } from './schema.js';
import { describeFolder } from './library-folder.js';
import { describeReturnAddress } from './return-address.js';
import type { AudiobookshelfSettings } from './settings.js';

/** Describes the server and the rights of the key, in sentences for an admin. */
export async function checkServer(client: AudiobookshelfClient, settings: AudiobookshelfSettings, call: CheckCall): Promise<CheckResult> {
  // an address that is none is blamed before anything is asked
  itemAddress(settings);
  const status = await readStatus(client, call);
  if (status.app !== 'audiobookshelf') {
    throw new IntegrationError('INTEGRATION_MISCONFIGURED', 'Something other than Audiobookshelf answers at this address.', {
      field: 'baseUrl',
    });
  }
  if (!status.isInitialized) {
    throw new IntegrationError(
      'INTEGRATION_MISCONFIGURED',
      'Audiobookshelf is not set up yet: open it in a browser and create its first account.',
      {
        field: 'baseUrl',
      },
    );
  }
  const user = await client.me(call);
  const libraries = await client.libraries(call);
  refuseWithoutLibrary(libraries, user);
  return {
    ok: true,
    ...(status.version === undefined ? {} : { version: status.version }),
    details: [
      ...describeAccount(user),
      ...describeKey(user, settings.apiKey),
      ...describeLibraries(libraries, user, settings.libraryIds ?? []),
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
    throw new IntegrationError(
      'INTEGRATION_MISCONFIGURED',
      'A web server answers at this address, but not Audiobookshelf. Is a sub-path missing?',
      {
        cause: error,
        field: 'baseUrl',
      },
    );
  }
}

function describeAccount(user: ServerUser): readonly string[] {
  const can = [user.isAdmin && 'start scans', user.mayUpdate && 'write ASINs'].filter(Boolean);
  const cannot = [
    !user.isAdmin && 'start scans (needs an admin account)',
    !user.mayUpdate && 'write ASINs (needs the update permission)',
  ].filter(Boolean);
  return [
    `The key speaks for ${user.username} (${user.type}); it can read${can.length > 0 ? `, ${can.join(', ')}` : ''}.`,
    ...(cannot.length > 0 ? [`It cannot ${cannot.join(', ')}.`] : []),
    ...(user.isAdmin
      ? []
      : [
          'Finished books appear only when Audiobookshelf finds them by itself: with its folder watcher on, or at its own scheduled scans.',
        ]),
  ];
}

function describeKey(user: ServerUser, apiKey: string): readonly string[] {
  const { type, exp } = claimsOf(apiKey);
  // after any program has used an old token of the account, the server reports that for a real key, too
  if (user.usesOldToken && type !== 'api')
    return ['The key is a user token of the old kind, which Audiobookshelf means to drop. Create an API key instead.'];
  if (exp === undefined) return [];
  const end = new Date(exp * 1000).toISOString();
  // a key identifies itself as one; a token from a sign-in ends after an hour
  return type === 'api'
    ? [`The key expires on ${end}.`]
    : [`The key is the token of a session and ends on ${end}. Create an API key instead, which stays.`];
}

/** Without a library, no book could ever become available. */
function refuseWithoutLibrary(libraries: readonly ServerLibrary[], user: ServerUser): void {
  const books = libraries.filter(({ mediaType }) => mediaType === 'book');
  if (books.some(({ id }) => canSeeLibrary(user, id))) return;
  throw books.length === 0
    ? new IntegrationError('INTEGRATION_MISCONFIGURED', 'Audiobookshelf has no library of books yet: add one there.', { field: 'baseUrl' })
    : new IntegrationError('INTEGRATION_FORBIDDEN', `The account ${user.username} may not read any library of books in Audiobookshelf.`, {
        field: 'apiKey',
      });
}

function describeLibraries(libraries: readonly ServerLibrary[], user: ServerUser, chosen: readonly string[]): readonly string[] {
  const books = libraries.filter(({ mediaType }) => mediaType === 'book');
  const visible = books.filter(({ id }) => canSeeLibrary(user, id));
  const lost = chosen.filter((id) => !visible.some((library) => library.id === id));
  return [
    `${visible.length} book ${visible.length === 1 ? 'library' : 'libraries'} can be read.`,
    ...(visible.length < books.length ? [`${books.length - visible.length} more may not be read by this account.`] : []),
    ...(lost.length > 0 ? [`${lost.length} of the chosen libraries cannot be found: ${lost.join(', ')}.`] : []),
  ];
}

function describeSignIn(status: ServerStatus, settings: AudiobookshelfSettings): readonly string[] {
  if (settings.allowSignIn !== true) return [];
  if (settings.signInWith === 'openid') {
    return status.signInMethods.includes('openid')
      ? []
      : ['Signing in by OpenID is turned off in Audiobookshelf, so its accounts cannot be used here that way.'];
  }
  return status.signInMethods.includes('local')
    ? []
    : ['Signing in with a password is turned off in Audiobookshelf, so its accounts cannot be used here.'];
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
