import type { PluginContext, PluginInstance } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createHttpMock, type HttpMock, type MockHandler } from '../http-mock.js';
import { createTestContext, type TestContext } from '../test-context.js';
import type { ContractRow, ContractWorld, MakeWorld } from './row.js';

export const SECRET = 'planted-secret-4711';
export const BASE = 'http://service.example';

interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A world in memory: a service played by a handler, and a provider in front of it. */
export interface ReferenceWorld<P, S> extends ContractWorld<P> {
  readonly service: S;
  readonly context: TestContext<Settings>;
  readonly instance: PluginInstance;
  readonly target: HttpMock;
}

/** One implementation that is wrong, and the test that has to notice. */
export interface Wrong<P, S> {
  readonly what: string;
  /** Members that are wrong, made of the right provider. */
  readonly but: (right: P, world: { readonly context: PluginContext<Settings>; readonly service: S }) => Partial<P>;
  readonly caughtBy: RegExp;
}

export interface Reference<P, S> {
  service(): S & { readonly handle: MockHandler };
  create(context: PluginContext<Settings>): P;
}

/** Asks the service, with its key. */
export async function ask<T>(context: PluginContext<Settings>, path: string, signal: AbortSignal, more: object = {}): Promise<T> {
  const { baseUrl, apiKey } = context.settings;
  const headers = { 'x-api-key': apiKey };
  return (await context.http.request({ url: `${baseUrl}${path}`, headers, signal, ...more })).json<T>();
}

function makeReference<P extends object, S>(reference: Reference<P, S>, but?: Wrong<P, S>['but']): MakeWorld<ReferenceWorld<P, S>> {
  return ({ timeoutMs }) => {
    const service = reference.service();
    const target = createHttpMock(service.handle);
    const context = createTestContext<Settings>({ settings: { baseUrl: BASE, apiKey: SECRET }, http: target.http, timeoutMs });
    const right = reference.create(context);
    const provider = but ? { ...right, ...but(right, { context, service }) } : right;
    const check: PluginInstance['check'] = async ({ signal }) => {
      await ask(context, '/check', signal);
      return { ok: true };
    };
    const instance = { provides: {}, check };
    return { provider, instance, target, service, context, logs: context.logs, requests: context.requests };
  };
}

async function failures(rows: readonly ContractRow[]): Promise<string[]> {
  const found = await Promise.all(
    rows.map(async (row) => {
      try {
        await row.run();
        return [];
      } catch (error) {
        return [`${row.name}: ${(error as Error).message}`];
      }
    }),
  );
  return found.flat();
}

/** Shows that a suite lets a right implementation pass and catches every wrong one. */
export function provesSuite<P extends object, S>(
  kind: string,
  reference: Reference<P, S>,
  rows: (make: MakeWorld<ReferenceWorld<P, S>>) => readonly ContractRow[],
  wrongs: readonly Wrong<P, S>[],
): void {
  describe(`the contract suite of ${kind}`, () => {
    it('accepts a correct implementation', async () => {
      expect(await failures(rows(makeReference(reference)))).to.deep.equal([]);
    });

    for (const { what, but, caughtBy } of wrongs) {
      it(`catches one that ${what}`, async () => {
        const found = await failures(rows(makeReference(reference, but)));
        expect(
          found.some((line) => caughtBy.test(line)),
          `caught by ${String(caughtBy)}; failures: ${found.join('\n') || 'none'}`,
        ).to.equal(true);
      });
    }
  });
}
