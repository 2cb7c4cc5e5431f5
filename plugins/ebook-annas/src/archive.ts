import type { PluginContext, PluginInstance } from '@lectern/plugin-api';
import { addressesOf } from './addresses.js';
import { createCheck } from './check.js';
import { createArchiveClient } from './client.js';
import { createMember } from './member.js';
import { createMirrors } from './mirrors.js';
import type { ArchiveSettings } from './settings.js';
import { createSlowDownloads } from './slow-download.js';
import { createSolver } from './solver.js';
import { createSource } from './source.js';

/** Pause between two requests to one address. */
const PAUSE_MS = 1000;

/** Assembles the plugin. @param pauseMs pause between two requests to one address */
export function createArchive(ctx: PluginContext<ArchiveSettings>, pauseMs = PAUSE_MS): PluginInstance {
  const { http, settings, storage, log } = ctx;
  const now = () => ctx.now();
  const solver = createSolver(http, settings);
  const client = createArchiveClient({ http, solver, now }, pauseMs);
  const mirrors = createMirrors(() => addressesOf(settings), log, now);
  const member = settings.memberKey ? createMember(client, storage, settings.memberKey, now) : undefined;
  const slow = createSlowDownloads({ client, storage, log, now }, settings.maxWaitSeconds);
  return {
    provides: { ebookSource: createSource({ client, mirrors, slow, member, settings, log }) },
    check: createCheck({ client, mirrors, solver, member }),
  };
}
