import type { HttpRequest, HttpResponse, PluginContext, PluginHttp } from '@lectern/plugin-api';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStorage } from './memory-storage.js';
import { createRecordingLogger, type LogEntry } from './recording-logger.js';

export interface TestContextOptions<Settings extends object> {
  readonly settings: Settings;
  /** URLs the plugin may reach besides those in its settings. */
  readonly hosts?: readonly string[];
  /** The start of the clock, milliseconds since the epoch. Default: 1 January 2026, UTC. */
  readonly now?: number;
  readonly integrationId?: string;
  /** Upper bound of every request's `timeoutMs`, so that a test of a hanging service is quick. Default 5,000. */
  readonly timeoutMs?: number;
  /** Servers that answer in place of a public service, by its origin: `{ 'https://api.example.org': simulator.url }`. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** Replaces the network. */
  readonly http?: PluginHttp;
}

/** A context of the contract, with members for a test to observe and control. */
export interface TestContext<Settings extends object> extends PluginContext<Settings> {
  /** The plugin's log entries, oldest first. */
  readonly logs: readonly LogEntry[];
  /** The plugin's network requests, oldest first. */
  readonly requests: readonly HttpRequest[];
  /** Moves the clock on. */
  advance(ms: number): void;
  /** Stops the integration: `signal` fires and the data directory goes. */
  abort(): void;
}

const SECRET_NAME = /key|password|token|secret|webhook/i;

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function allowedHost(url: string): { host: string; port: number; private: true } {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)), private: true };
}

function redactorOf(settings: object): (text: string) => string {
  const secrets = Object.entries(settings)
    .filter(([name]) => SECRET_NAME.test(name))
    .flatMap(([, value]) => stringsOf(value))
    .filter((secret) => secret.length > 3);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}

function createRealHttp(options: TestContextOptions<object>): PluginHttp {
  const places = [...(options.hosts ?? []), ...Object.entries(options.standIns ?? {}).flat()];
  const urls = [...stringsOf(options.settings), ...places].filter((text) => /^https?:/i.test(text) && URL.canParse(text));
  const allowed = urls.map(allowedHost);
  const redact = redactorOf(options.settings);
  let http: Promise<PluginHttp> | undefined;

  async function open(): Promise<PluginHttp> {
    const { createPluginHttp } = await import('@lectern/core/plugin-http');
    return createPluginHttp({
      allowedHosts: () => allowed,
      userAgent: 'Lectern/test',
      retryDelayMs: 1,
      redact,
      standIns: options.standIns,
    });
  }

  return {
    async request(request: HttpRequest): Promise<HttpResponse> {
      http ??= open();
      return (await http).request(request);
    },
  };
}

/**
 * Everything a plugin's `create` wants, with the real network door (retries without pauses), storage in memory, a
 * logger that remembers, and a clock that stands still.
 */
export function createTestContext<Settings extends object>(options: TestContextOptions<Settings>): TestContext<Settings> {
  const log = createRecordingLogger();
  const stopped = new AbortController();
  const http = options.http ?? createRealHttp(options);
  const longest = options.timeoutMs ?? 5000;
  const requests: HttpRequest[] = [];
  let clock = options.now ?? Date.UTC(2026, 0, 1);
  let directory: string | undefined;
  return {
    integrationId: options.integrationId ?? 'test-integration',
    settings: Object.freeze({ ...options.settings }),
    http: {
      async request(request) {
        requests.push(request);
        return http.request({ ...request, timeoutMs: Math.min(request.timeoutMs ?? longest, longest) });
      },
    },
    log,
    logs: log.entries,
    requests,
    storage: createMemoryStorage(),
    get dataDir() {
      directory ??= mkdtempSync(join(tmpdir(), 'lectern-plugin-'));
      return directory;
    },
    signal: stopped.signal,
    now: () => clock,
    advance(ms) {
      clock += ms;
    },
    abort() {
      stopped.abort();
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
