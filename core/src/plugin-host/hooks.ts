import { HOOK_KINDS, type HookName, type HookPayloads, type Hooks, type VetoResults } from '@lectern/plugin-api';
import { AsyncParallelHook, AsyncSeriesBailHook, AsyncSeriesWaterfallHook } from 'tapable';
import { HookError } from './errors.js';
import { isA, readThrown } from './answers/thrown.js';
import { frozenCopy, takeHookAnswer } from './hook-values.js';
import type { TamperWatch } from './quarantine/tamper-watch.js';
import { enter, type SectionOwner } from './sections/sections.js';
import { OutOfTime, within } from './within.js';

type NamesOf<Kind extends string> = { [N in HookName]: (typeof HOOK_KINDS)[N] extends Kind ? N : never }[HookName];
export type VetoHook = keyof VetoResults;
export type TransformHook = NamesOf<'transform'>;
export type ToldHook = NamesOf<'told'>;

/** The integration that owns taps. */
export interface HookOwner {
  /** Id of the integration. */
  readonly id: string;
  readonly pluginId: string;
  /** Whose sections its handlers are. */
  readonly sections: SectionOwner;
  /** Its name for people. */
  readonly name: string;
  /** Fires when the integration stops. Its taps are then no longer called. */
  readonly signal: AbortSignal;
}

export interface HooksOptions {
  /** Milliseconds one tap may take. Default 10,000. */
  readonly timeoutMs?: number;
  /** Looks at built-in objects when a tap has ended. Optional. */
  readonly tampering?: Pick<TamperWatch, 'during'>;
  /** Takes known secrets out of what a tap says. Optional. */
  readonly redact?: (text: string) => string;
  /** Called for each tap that failed. Must not throw. */
  readonly onFailure: (error: HookError) => void;
  /** Called with the owner's id for each tap that went well. Must not throw. */
  readonly onSuccess?: (owner: string) => void;
}

/** Runs all hooks. Plugins declare handlers, which are tapped here by owner. */
export interface HookRunner {
  register(owner: HookOwner, hooks: Hooks): void;
  revoke(ownerId: string): void;
  /** Returns the first answer. A failing tap has none, unless it is critical: then it refuses. */
  veto<N extends VetoHook>(name: N, payload: HookPayloads[N]): Promise<VetoResults[N] | undefined>;
  /** Returns the payload as the taps left it. After a failing tap or an unusable answer, the previous payload stays. */
  transform<N extends TransformHook>(name: N, payload: HookPayloads[N]): Promise<HookPayloads[N]>;
  /** Never rejects. */
  told<N extends ToldHook>(name: N, payload: HookPayloads[N]): Promise<void>;
}

type Handler = (payload: unknown, call: { readonly signal: AbortSignal }) => unknown;

interface HookTap {
  readonly hook: HookName;
  readonly owner: HookOwner;
  readonly handler: Handler;
  readonly stage: number;
  readonly critical: boolean;
}

type AnyHook = AsyncSeriesBailHook<[unknown], unknown> | AsyncSeriesWaterfallHook<[unknown]> | AsyncParallelHook<[unknown]>;

function tapsOf(owner: HookOwner, hooks: Hooks): HookTap[] {
  return (Object.keys(hooks) as HookName[]).flatMap((hook) => {
    const declared = hooks[hook] as Handler | { handler: Handler; stage?: number; critical?: boolean } | undefined;
    if (declared === undefined) return [];
    const { handler, stage = 0, critical = false } = typeof declared === 'function' ? { handler: declared } : declared;
    return [{ hook, owner, handler, stage, critical }];
  });
}

/** A veto, whose reason people read, without secrets. */
function redacted(value: unknown, redact: (text: string) => string): unknown {
  const { refuse } = value as { readonly refuse?: unknown };
  return typeof refuse === 'string' ? { ...(value as object), refuse: redact(refuse) } : value;
}

function failure(tap: HookTap, error: unknown, redact: (text: string) => string): HookError {
  const where = `The handler of ${tap.owner.name} for ${tap.hook}`;
  const { message: said, copy: cause } = readThrown(error);
  const message = redact(said);
  if (isA(error, OutOfTime)) return new HookError('HOOK_TIMEOUT', tap.hook, tap.owner.id, `${where} ${message}.`, { cause });
  return new HookError('HOOK_FAILED', tap.hook, tap.owner.id, `${where} failed: ${message}`, { cause });
}

/** Makes the hooks of one process. tapable has no untap, so a hook is built anew when its taps change. */
export function createHooks(options: HooksOptions): HookRunner {
  const { timeoutMs = 10_000, redact = (text: string) => text } = options;
  let taps: readonly HookTap[] = [];
  const built = new Map<HookName, AnyHook>();

  async function run(tap: HookTap, payload: unknown): Promise<unknown> {
    if (tap.owner.signal.aborted) return undefined;
    try {
      const { pluginId, sections, signal: over } = tap.owner;
      const work = () => within(timeoutMs, [over], (signal) => enter(sections, () => tap.handler(payload, { signal })));
      const answer = (await (options.tampering ? options.tampering.during(pluginId, work) : work())) ?? undefined;
      if (answer === undefined || HOOK_KINDS[tap.hook] === 'told') {
        options.onSuccess?.(tap.owner.id);
        return undefined;
      }
      const taken = takeHookAnswer(tap.hook as VetoHook | TransformHook, answer, payload);
      if (taken.problem !== undefined) throw new TypeError(`what it answers is not as the contract says: ${taken.problem}`);
      options.onSuccess?.(tap.owner.id);
      return frozenCopy(redacted(taken.value, redact));
    } catch (error) {
      if (tap.owner.signal.aborted) return undefined;
      const hookError = failure(tap, error, redact);
      options.onFailure(hookError);
      return tap.critical && HOOK_KINDS[tap.hook] === 'veto'
        ? { refuse: `${tap.owner.name} could not decide: ${hookError.message}` }
        : undefined;
    }
  }

  function build(name: HookName): AnyHook {
    const mine = taps.filter(({ hook }) => hook === name);
    switch (HOOK_KINDS[name]) {
      case 'veto': {
        const hook = new AsyncSeriesBailHook<[unknown], unknown>(['payload']);
        for (const tap of mine) hook.tapPromise(tapOptions(tap), (payload) => run(tap, payload));
        return hook;
      }
      case 'transform': {
        const hook = new AsyncSeriesWaterfallHook<[unknown]>(['payload']);
        for (const tap of mine) hook.tapPromise(tapOptions(tap), (payload) => run(tap, payload));
        return hook;
      }
      case 'told': {
        const hook = new AsyncParallelHook<[unknown]>(['payload']);
        for (const tap of mine) hook.tapPromise(tapOptions(tap), async (payload) => void (await run(tap, payload)));
        return hook;
      }
    }
  }

  function tapOptions({ owner, stage }: HookTap): { name: string; stage: number } {
    return { name: owner.id, stage };
  }

  function call(name: HookName, payload: unknown): Promise<unknown> {
    const hook = built.get(name) ?? build(name);
    built.set(name, hook);
    return hook.promise(frozenCopy(payload));
  }

  function change(next: readonly HookTap[]): void {
    taps = next;
    built.clear();
  }

  return {
    register: (owner, hooks) => change([...taps, ...tapsOf(owner, hooks)]),
    revoke: (ownerId) => change(taps.filter(({ owner }) => owner.id !== ownerId)),
    veto: async <N extends VetoHook>(name: N, payload: HookPayloads[N]) => (await call(name, payload)) as VetoResults[N] | undefined,
    transform: async <N extends TransformHook>(name: N, payload: HookPayloads[N]) => (await call(name, payload)) as HookPayloads[N],
    async told(name, payload) {
      try {
        await call(name, payload);
      } catch (error) {
        // only a payload that cannot be copied gets here; that is the caller's defect, but no reason to fail its work
        options.onFailure(new HookError('HOOK_FAILED', name, 'core', `${name} could not be called: ${String(error)}`, { cause: error }));
      }
    },
  };
}
