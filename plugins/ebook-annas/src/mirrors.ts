import { isIntegrationError } from '@lectern/plugin-api';
import type { IntegrationError, PluginLogger } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** How long a failed address is tried last. */
const REST_MS = 300_000;

/** Faults that another address would have, too: those of the key, and of files that are not offered. */
function isSameEverywhere(error: IntegrationError): boolean {
  return ['INTEGRATION_ABORTED', 'INTEGRATION_UNSUPPORTED'].includes(error.code) || error.field === 'memberKey';
}

/** One error that says the sentences of all. */
function sayAll(errors: readonly IntegrationError[]): IntegrationError {
  return errors.reduce((before, error) => fault(error.code, 'both', { values: { one: before, other: error } }));
}

/** Tries the addresses in order. */
export interface Mirrors {
  /**
   * Does `work` at the first address that can. "Nothing found" is an answer, not a reason to try the next.
   *
   * @throws IntegrationError of the preferred address, naming the others, too, if all failed
   */
  first<T>(work: (base: string) => Promise<T>, signal: AbortSignal): Promise<{ readonly base: string; readonly value: T }>;
}

export function createMirrors(addresses: () => readonly string[], log: PluginLogger, now: () => number): Mirrors {
  const failedAt = new Map<string, number>();
  const isResting = (base: string) => now() - (failedAt.get(base) ?? -Infinity) < REST_MS;

  return {
    async first(work, signal) {
      const all = addresses();
      const order = [...all.filter((base) => !isResting(base)), ...all.filter(isResting)];
      const failures: { readonly base: string; readonly error: IntegrationError }[] = [];
      for (const base of order) {
        try {
          const value = await work(base);
          failedAt.delete(base);
          return { base, value };
        } catch (error) {
          if (signal.aborted || !isIntegrationError(error) || isSameEverywhere(error)) throw error;
          failedAt.set(base, now());
          failures.push({ base, error });
          log.warn('an address of the archive cannot be used', { host: new URL(base).host, code: error.code, reason: error.message });
        }
      }
      const main = failures.find(({ base }) => base === all[0]) ?? failures[0];
      if (!main) throw fault('INTEGRATION_MISCONFIGURED', 'no_address', { field: 'baseUrls' });
      if (failures.length === 1) throw main.error;
      const { retryAfterMs, field } = main.error;
      throw fault(main.error.code, 'no_usable_address', {
        values: { reasons: sayAll(failures.map(({ error }) => error)) },
        cause: main.error,
        retryAfterMs,
        field,
      });
    },
  };
}
