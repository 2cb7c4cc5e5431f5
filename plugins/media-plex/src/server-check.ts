import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { Call, CheckResult } from '@lectern/plugin-api';
import type { PlexClient, ServerRoot } from './client.js';
import { invalidPatterns } from './guid-asin.js';
import { itemAddress } from './item-address.js';
import { hasBookAgent } from './schema.js';
import type { Section, ServerIdentity } from './schema.js';
import type { PlexSettings } from './settings.js';

/** Describes the server and what can be read from it, in sentences for an admin. */
export async function checkServer(client: PlexClient, settings: PlexSettings, call: Call): Promise<CheckResult> {
  const invalid = invalidPatterns(settings.guidPatterns ?? []);
  if (invalid.length > 0) {
    throw new IntegrationError(
      'INTEGRATION_MISCONFIGURED',
      `These patterns are not regular expressions in RE2 syntax with a group for the ASIN: ${invalid.join(' ')}`,
      { field: 'guidPatterns' },
    );
  }
  const identity = await readIdentity(client, call);
  itemAddress(settings, identity.machineId);
  if (identity.isClaimed === false) {
    throw new IntegrationError(
      'INTEGRATION_MISCONFIGURED',
      'This Plex server belongs to no account yet, so it takes no token. Open it in a browser on its own network and claim it.',
      { field: 'baseUrl' },
    );
  }
  const sections = await client.sections(call);
  const root = await readRoot(client, call);
  return {
    ok: true,
    ...(identity.version === undefined ? {} : { version: identity.version }),
    details: [
      ...describeServer(root, settings),
      ...describeLibraries(sections, settings.libraryIds ?? []),
      ...(isJwt(settings.token)
        ? ['The token is of the new kind (JWT), which media servers do not take and which ends after a week.']
        : []),
    ],
  };
}

async function readIdentity(client: PlexClient, call: Call): Promise<ServerIdentity> {
  let identity: ServerIdentity | undefined;
  try {
    identity = await client.identity(call);
  } catch (error) {
    if (!isIntegrationError(error) || error.code !== 'INTEGRATION_NOT_FOUND') throw error;
  }
  if (identity) return identity;
  const message = 'A web server answers at this address, but not Plex. Plex Media Server usually listens on port 32400.';
  throw new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field: 'baseUrl' });
}

/** Only the owner's token can read it; without it the libraries can still be read. */
async function readRoot(client: PlexClient, call: Call): Promise<ServerRoot | undefined> {
  try {
    return await client.root(call);
  } catch (error) {
    if (isIntegrationError(error) && ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_FORBIDDEN'].includes(error.code)) return undefined;
    throw error;
  }
}

function describeServer(root: ServerRoot | undefined, settings: PlexSettings): readonly string[] {
  if (!root) return ["The token is not the owner's: libraries can be read, but scans cannot be started."];
  return [
    ...(root.name === undefined ? [] : [`The server is “${root.name}”.`]),
    ...(settings.deleteFiles === true && !root.allowsDeletion ? ['Media deletion is turned off in Plex, so books cannot be removed.'] : []),
  ];
}

function describeLibraries(sections: readonly Section[], chosen: readonly string[]): readonly string[] {
  const music = sections.filter(({ type }) => type === 'artist');
  const used = chosen.length > 0 ? music.filter(({ id }) => chosen.includes(id)) : music.filter(hasBookAgent);
  const lost = chosen.filter((id) => !music.some((section) => section.id === id));
  const others = used.filter((section) => !hasBookAgent(section)).map(({ title }) => `“${title}”`);
  if (used.length === 0 && lost.length === 0) {
    return [
      music.length === 0
        ? 'Plex has no music library; audiobooks belong into one.'
        : `No library uses an audiobook agent. Choose which of the ${music.length} music libraries hold audiobooks.`,
    ];
  }
  return [
    `${used.length} ${used.length === 1 ? 'library is' : 'libraries are'} read for audiobooks.`,
    ...(lost.length > 0 ? [`${lost.length} of the chosen libraries cannot be found: ${lost.join(', ')}.`] : []),
    ...(others.length > 0
      ? [`The agent of ${others.join(', ')} gives no ASINs: there Lectern recognises only books it has placed itself, by their files.`]
      : []),
  ];
}

function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}
