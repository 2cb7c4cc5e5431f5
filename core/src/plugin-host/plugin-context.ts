import type { JsonObject, PluginContext, PluginLogger } from '@lectern/plugin-api';
import { mkdirSync } from 'node:fs';
import { linkSignals } from '../platform/http-client/linked-signal.js';
import { createPluginHttp } from '../platform/http-client/plugin-http.js';
import { allowedHosts } from './allowed-hosts.js';
import { frozenCopy } from './hook-values.js';
import type { LoadedPlugin } from './loader.js';
import type { Logger, Redactor, StorageStore } from './ports.js';
import { leave } from './sections/sections.js';
import { createPluginStorage } from './storage.js';
import { sentence } from '../platform/words/index.js';

export interface ContextDeps {
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly storage: StorageStore;
  readonly userAgent: string;
  /** Private hosts, as `host` or `host:port`, that every plugin may reach; for the demo and for tests. */
  readonly allowPrivateHosts?: readonly string[];
  /** Other servers that answer for an origin; for the demo and for tests. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** Milliseconds before the first retry of a request. */
  readonly retryDelayMs?: number;
  readonly now?: () => number;
}

/** How often an integration asked its service for something, and how often that answered. */
export interface Traffic {
  asked: number;
  answered: number;
}

export interface ContextOptions {
  readonly plugin: LoadedPlugin;
  readonly integrationId: string;
  /** Valid, secrets included. */
  readonly settings: JsonObject;
  readonly dataDir: string;
  /** Whether a person entered the settings for themselves. */
  readonly isPersonal?: boolean;
  readonly signal: AbortSignal;
  /** Counts what is asked through the context. */
  readonly traffic?: Traffic;
}

function createLog(logger: Logger, redactor: Redactor, owner: object): PluginLogger {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, fields?: Record<string, unknown>) =>
    leave(() => logger[level]({ ...fields, ...owner }, redactor.redact(message)));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Makes everything that an integration gets from the host. */
export function createContext(deps: ContextDeps, options: ContextOptions): PluginContext {
  const { plugin, integrationId, signal, traffic = { asked: 0, answered: 0 } } = options;
  const secrets = plugin.settings?.secretFields.map((name) => options.settings[name]) ?? [];
  for (const secret of secrets) if (typeof secret === 'string') deps.redactor.addSecret(secret);
  const hosts = allowedHosts(plugin.manifest ?? {}, options.settings, options.isPersonal);
  const http = createPluginHttp({
    allowedHosts: () => hosts,
    notListed: (host) => sentence('fault.host_not_of_plugin', { host, plugin: plugin.id }),
    allowPrivateHosts: deps.allowPrivateHosts,
    standIns: deps.standIns,
    userAgent: deps.userAgent,
    retryDelayMs: deps.retryDelayMs,
    redact: (text) => deps.redactor.redact(text),
    now: deps.now,
  });
  return {
    integrationId,
    settings: frozenCopy(options.settings),
    http: {
      request: (request) =>
        leave(async () => {
          // requests of an integration end with it
          const linked = linkSignals(request.signal, signal);
          try {
            traffic.asked += 1;
            const response = await http.request({ ...request, signal: linked.signal });
            traffic.answered += 1;
            return response;
          } finally {
            linked.release();
          }
        }),
    },
    log: createLog(deps.logger, deps.redactor, { plugin: plugin.id, integration: integrationId }),
    storage: createPluginStorage(deps.storage, integrationId),
    get dataDir() {
      leave(() => mkdirSync(options.dataDir, { recursive: true }));
      return options.dataDir;
    },
    signal,
    now: deps.now ?? Date.now,
  };
}
