import { namesOfChosen, isIntegrationError } from '@lectern/plugin-api';
import type { Call, CheckDetail, CheckResult, PluginStorage } from '@lectern/plugin-api';
import type { PlexClient, ServerRoot } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { invalidPatterns } from './guid-asin.js';
import { itemAddress } from './item-address.js';
import { hasBookAgent } from './schema.js';
import type { Section, ServerIdentity } from './schema.js';
import type { PlexSettings } from './settings.js';

export interface CheckDeps {
  readonly client: PlexClient;
  readonly settings: PlexSettings;
  readonly storage: PluginStorage;
}

/** Describes the server and what can be read from it. */
export async function checkServer({ client, settings, storage }: CheckDeps, call: Call): Promise<CheckResult> {
  const invalid = invalidPatterns(settings.guidPatterns ?? []);
  if (invalid.length > 0) {
    throw fault('INTEGRATION_MISCONFIGURED', 'invalid_patterns', { values: { patterns: invalid.join(' ') }, field: 'guidPatterns' });
  }
  const identity = await readIdentity(client, call);
  itemAddress(settings, identity.machineId);
  if (identity.isClaimed === false) {
    throw fault('INTEGRATION_MISCONFIGURED', 'unclaimed_server', { field: 'baseUrl' });
  }
  const sections = await client.sections(call);
  const lost = await lostLibraries({ settings, storage }, sections);
  const root = await readRoot(client, call);
  return {
    ok: true,
    ...(identity.version === undefined ? {} : { version: identity.version }),
    details: [
      ...describeServer(root, settings),
      ...describeLibraries(sections, settings.libraryIds ?? [], lost),
      ...(isJwt(settings.token) ? [detail('token_of_new_kind')] : []),
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
  throw fault('INTEGRATION_MISCONFIGURED', 'another_web_server', { field: 'baseUrl' });
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

function describeServer(root: ServerRoot | undefined, settings: PlexSettings): readonly CheckDetail[] {
  if (!root) return [detail('token_not_of_owner')];
  return [
    ...(root.name === undefined ? [] : [detail('server_named', { name: root.name })]),
    ...(settings.deleteFiles === true && !root.allowsDeletion ? [detail('deletion_turned_off')] : []),
  ];
}

/** The names of chosen libraries that cannot be read. @throws IntegrationError if these are all */
async function lostLibraries({ settings, storage }: Omit<CheckDeps, 'client'>, sections: readonly Section[]): Promise<readonly string[]> {
  const chosen = settings.libraryIds ?? [];
  const names = await namesOfChosen(storage, chosen, new Map(sections.map(({ id, title }) => [id, title])));
  const lost = names.filter((_name, index) => !sections.some(({ id, type }) => type === 'artist' && id === chosen[index]));
  if (chosen.length > 0 && lost.length === chosen.length) {
    throw fault('INTEGRATION_MISCONFIGURED', 'chosen_libraries_gone', { values: { libraries: lost }, field: 'libraryIds' });
  }
  return lost;
}

function describeLibraries(sections: readonly Section[], chosen: readonly string[], lost: readonly string[]): readonly CheckDetail[] {
  const music = sections.filter(({ type }) => type === 'artist');
  const used = chosen.length > 0 ? music.filter(({ id }) => chosen.includes(id)) : music.filter(hasBookAgent);
  const others = used.filter((section) => !hasBookAgent(section)).map(({ title }) => title);
  if (used.length === 0 && lost.length === 0) {
    return [music.length === 0 ? detail('no_music_library') : detail('no_audiobook_agent')];
  }
  return [
    used.length === 1 ? detail('one_library_read') : detail('libraries_read', { count: used.length }),
    ...(lost.length > 0 ? [detail('libraries_lost', { libraries: lost })] : []),
    ...(others.length > 0 ? [detail('agent_without_asins', { libraries: others })] : []),
  ];
}

function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}
