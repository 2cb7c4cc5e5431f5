import type { AnswerShapeName, Call, HttpRequest, PluginInstance } from '@lectern/plugin-api';
import { ok } from 'node:assert';
import type { LogEntry } from '../recording-logger.js';
import { FAULT_ROWS, FAULTS, type FaultExceptions, type FaultRow, type FaultTarget } from './fault.js';
import { assertNoSecret } from './outcome.js';
import { Arguments, assertPlain } from './plain.js';
import { runFault } from './run-fault.js';
import { assertShape } from './assert-shape.js';

/** A provider with a substitute for its service. */
export interface ContractWorld<P> {
  readonly provider: P;
  /** With it the suite asks `check` too. */
  readonly instance?: PluginInstance;
  /** Makes the service fail. */
  readonly target: FaultTarget;
  /** The plugin's log entries: `logs` of the test context. */
  readonly logs?: readonly LogEntry[];
  /** The plugin's network requests: `requests` of the test context. */
  readonly requests?: readonly HttpRequest[];
  /** Moves the plugin's clock on: `advance` of the test context. For plugins that hold back after a fault. */
  advance?(ms: number): void;
  tearDown?(): Promise<void> | void;
}

/**
 * Makes a new world for every test.
 *
 * @param hints `timeoutMs` is for `createTestContext`: short where the service is going to hang
 */
export type MakeWorld<W> = (hints: { readonly timeoutMs: number }) => Promise<W> | W;

export interface ContractOptions {
  /** Values planted in the settings that must never be seen in answers, messages or logs. */
  readonly secrets: readonly string[];
  /** Exceptions by operation (`check`, `search`, …), where a fault means something else in the protocol. */
  readonly except?: Readonly<Record<string, FaultExceptions>>;
  /** Milliseconds that the service may take to show its new state, and a call to end. Default 5,000. */
  readonly patienceMs?: number;
}

/** One test of a suite; throws when the provider breaks the contract. */
export interface ContractRow {
  readonly name: string;
  run(): Promise<void>;
}

/** A call of the contract that meets every fault. */
export interface Operation<W> {
  readonly name: string;
  /** Whether the provider has it; default: it has. */
  readonly isThere?: (world: W) => boolean;
  /** The target that fails; default: the world's target. */
  readonly target?: (world: W) => FaultTarget;
  /** Does what has to precede the call while the service is well. */
  prepare(world: W): Promise<(signal: AbortSignal) => Promise<unknown>> | ((signal: AbortSignal) => Promise<unknown>);
  readonly except?: FaultExceptions;
  readonly tells?: (value: unknown) => boolean;
}

const SHORT_MS = 250;
const LONG_MS = 20_000;
const PATIENCE_MS = 5000;

const NEVER = new AbortController().signal;

/** A call that nobody cancels. */
export const CALL: Call = { signal: NEVER };

export class Suite<W extends ContractWorld<unknown>> {
  readonly rows: ContractRow[] = [];
  readonly #arguments = new Arguments();

  constructor(
    private readonly make: MakeWorld<W>,
    private readonly options: ContractOptions,
  ) {}

  get patienceMs(): number {
    return this.options.patienceMs ?? PATIENCE_MS;
  }

  /** Asks until the answer is right: services take their time. @throws Error when that takes too long */
  async eventually(what: string, test: () => Promise<boolean> | boolean): Promise<void> {
    const end = performance.now() + this.patienceMs;
    while (!(await test())) {
      if (performance.now() > end) throw new Error(`${what}: not within ${this.patienceMs / 1000} seconds`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Adds a test with its own world, and searches its logs for secrets. */
  row(name: string, test: (world: W) => Promise<void>, timeoutMs = LONG_MS): void {
    this.rows.push({
      name,
      run: async () => {
        const world = await this.make({ timeoutMs });
        try {
          await test(world);
          this.#arguments.assertUnchanged();
          assertNoSecret(this.options.secrets, 'the logs', world.logs ?? []);
        } finally {
          await world.tearDown?.();
        }
      },
    });
  }

  /** Hands out an argument that no plugin may write into. */
  give<T>(value: T): T {
    return this.#arguments.give(value);
  }

  /** Looks at an answer: plain, of its shape, without secrets. */
  look<T>(shape: AnswerShapeName, value: T): T {
    assertPlain(value);
    assertShape(shape, value);
    assertNoSecret(this.options.secrets, 'the answer', value);
    return value;
  }

  /** Adds a row for every fault an operation can meet. */
  faults(operation: Operation<W>): void {
    for (const row of FAULT_ROWS) {
      const given = this.options.except?.[operation.name]?.[row] ?? operation.except?.[row];
      const expected = given ?? [FAULTS[row][1]];
      if (expected === 'skip') continue;
      const isShort: boolean = (['hang'] as FaultRow[]).includes(row);
      const run = async (world: W) => {
        if (operation.isThere?.(world) === false) return;
        const call = await operation.prepare(world);
        const { logs } = world;
        await runFault({
          row,
          expected,
          target: operation.target?.(world) ?? world.target,
          call,
          secrets: this.options.secrets,
          logs,
          tells: operation.tells,
          deadlineMs: this.patienceMs,
        });
      };
      this.row(`${operation.name} ← ${row}: ${[expected].flat().join(' or ')}`, run, isShort ? SHORT_MS : LONG_MS);
    }
  }

  /** Adds the rows that apply to every kind. */
  common(): void {
    this.row('check answers that all is well', async ({ instance }) => {
      if (!instance) return;
      this.look('check', await instance.check(CALL));
      const lectern = { publicUrl: 'http://lectern.example:3939', libraryFolder: '/srv/books' };
      this.look('check', await instance.check({ ...CALL, lectern }));
    });
    this.faults({
      name: 'check',
      isThere: ({ instance }) => instance !== undefined,
      prepare:
        ({ instance }) =>
        (signal) =>
          instance?.check({ signal }) ?? Promise.resolve(),
      // the address of something else
      except: {
        '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED'],
        html: ['INTEGRATION_BAD_RESPONSE', 'INTEGRATION_MISCONFIGURED'],
        malformed: ['INTEGRATION_BAD_RESPONSE', 'INTEGRATION_MISCONFIGURED'],
      },
    });
  }

  /** Registers the rows with mocha. */
  register(title: string): void {
    describe(title, () => {
      for (const row of this.rows) {
        it(row.name, async function () {
          this.timeout(300_000);
          await row.run();
        });
      }
    });
  }
}

/** @throws Error when two of them are the same */
export function assertUnique(what: string, ids: readonly string[]): void {
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  ok(twice.length === 0, `${what} more than once: ${[...new Set(twice)].slice(0, 5).join(', ')}`);
}
