import { HOOK_KINDS, PROVIDER_KINDS, type HookName, type Hooks, type PluginContext, type PluginInstance } from '@lectern/plugin-api';
import type { CheckResult, ProviderKind, Providers } from '@lectern/plugin-api';
import { sentence } from '../platform/words/index.js';
import { answerAs, checkedProvider } from './answers/checked-provider.js';
import type { Redact } from './answers/plain-texts.js';
import { isA, messageOf } from './answers/thrown.js';
import { describePackage, PluginError } from './errors.js';
import type { Limits } from './instance-info.js';
import type { LoadedPlugin } from './loader.js';
import type { Redactor } from './ports.js';
import type { TamperWatch } from './quarantine/tamper-watch.js';
import { enter, type SectionOwner } from './sections/sections.js';
import { OutOfTime, within } from './within.js';

type Declared = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Declared {
  return typeof value === 'object' && value !== null;
}

/** A function of the plugin, bound to its owner; `undefined` for anything else. */
function bound(owner: object, value: unknown): ((...args: unknown[]) => unknown) | undefined {
  return typeof value === 'function' ? (...args) => (value as (...given: unknown[]) => unknown).apply(owner, args) : undefined;
}

function takeProviders(provides: Declared, plugin: LoadedPlugin, problems: string[], redact: Redact): Providers {
  const taken: Partial<Record<ProviderKind, unknown>> = {};
  for (const kind of PROVIDER_KINDS) {
    const provider = provides[kind];
    const isDeclared = plugin.manifest?.provides.includes(kind) ?? false;
    if (isDeclared !== (provider !== undefined)) {
      problems.push(isDeclared ? `${kind} is in the manifest but not offered` : `${kind} is offered but not in the manifest`);
    } else if (isRecord(provider)) taken[kind] = checkedProvider(kind, provider, redact);
    else if (provider !== undefined) problems.push(`${kind} is not an object`);
  }
  return taken as Providers;
}

function takeHooks(hooks: Declared, problems: string[]): Hooks {
  const taken: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(hooks)) {
    if (!Object.hasOwn(HOOK_KINDS, name)) {
      problems.push(`there is no hook ${name.slice(0, 100)}`);
      continue;
    }
    if (declared === undefined) continue;
    const options = typeof declared === 'function' ? { handler: declared } : isRecord(declared) ? declared : {};
    const handler = bound(options, options.handler);
    const { stage = 0, critical = false } = options as { stage?: unknown; critical?: unknown };
    if (!handler) problems.push(`the handler of ${name} is not a function`);
    else if (typeof stage !== 'number' || !Number.isFinite(stage)) problems.push(`the stage of ${name} is not a number`);
    else taken[name as HookName] = { handler, stage, critical: critical === true };
  }
  return taken;
}

function takeChoices(choices: Declared, problems: string[], redact: Redact): PluginInstance['choices'] {
  const lists = Object.entries(choices).flatMap(([name, declared]) => {
    const list = bound(choices, declared);
    if (!list) problems.push(`the list ${name.slice(0, 100)} is not a function`);
    return list ? [[name, async (request: unknown) => answerAs('choices', `choices.${name}`, await list(request), redact)]] : [];
  });
  return Object.fromEntries(lists) as PluginInstance['choices'];
}

/**
 * Reads once what a plugin offers. Afterwards only its functions are used, and their answers are checked.
 *
 * @throws PluginError SHAPE_INVALID naming everything that is wrong
 */
function takeInstance(instance: unknown, plugin: LoadedPlugin, redact: Redact): PluginInstance {
  const wrong = (problems: readonly string[]) =>
    new PluginError(
      'PLUGIN_SHAPE_INVALID',
      sentence('plugin_problem.shape_wrong', { package: describePackage(plugin), problems: problems.join('; ') }),
    );
  const problems: string[] = [];
  try {
    if (!isRecord(instance)) throw wrong(['create returned nothing']);
    const { provides, hooks = {}, choices = {} } = instance;
    const check = bound(instance, instance.check);
    if (!check) problems.push('check is not a function');
    if (!isRecord(provides)) throw wrong([...problems, 'provides is missing']);
    const taken: PluginInstance = {
      provides: takeProviders(provides, plugin, problems, redact),
      hooks: takeHooks(isRecord(hooks) ? hooks : {}, problems),
      choices: takeChoices(isRecord(choices) ? choices : {}, problems, redact),
      check: async (call) => answerAs('check', 'check', await check?.(call), redact) as CheckResult,
      start: bound(instance, instance.start) as PluginInstance['start'],
      stop: bound(instance, instance.stop) as PluginInstance['stop'],
    };
    if (problems.length > 0) throw wrong(problems);
    return taken;
  } catch (error) {
    if (isA(error, PluginError)) throw error;
    throw wrong([...problems, `what create returned cannot be read: ${messageOf(error)}`]);
  }
}

export interface CreateDeps {
  readonly redactor: Redactor;
  readonly limits: Pick<Limits, 'startMs'>;
  /** Watches whether plugin code changes built-in objects. Optional. */
  readonly tampering?: TamperWatch;
  /** The owner of a plugin's sections. @param onHeld called when one held the server up, with milliseconds */
  sectionsOf(pluginId: string, onHeld?: (ms: number) => void): SectionOwner;
  isQuarantined(pluginId: string): boolean;
}

/**
 * Creates what a plugin offers for one integration, and checks it.
 *
 * @throws PluginError SHAPE_INVALID, CREATE_TIMEOUT or QUARANTINED, or whatever `create` threw
 */
export async function createInstance(
  deps: CreateDeps,
  plugin: LoadedPlugin,
  context: PluginContext,
  owner: SectionOwner,
): Promise<PluginInstance> {
  if (plugin.definition === undefined)
    throw new PluginError('PLUGIN_NOT_INSTALLED', sentence('plugin_problem.not_loaded', { package: describePackage(plugin) }));
  const { definition } = plugin;
  let instance: unknown;
  try {
    const create = () => enter(owner, () => definition.create(context));
    const work = () => within(deps.limits.startMs, [context.signal], create);
    instance = await (deps.tampering ? deps.tampering.during(plugin.id, work) : work());
  } catch (error) {
    if (!isA(error, OutOfTime)) throw error;
    const problem = sentence('plugin_problem.create_slow', { package: describePackage(plugin), seconds: error.ms / 1000 });
    throw new PluginError('PLUGIN_CREATE_TIMEOUT', problem, { cause: error });
  }
  if (deps.isQuarantined(plugin.id))
    throw new PluginError('PLUGIN_QUARANTINED', sentence('plugin_problem.quarantined', { package: describePackage(plugin) }));
  // its getters are code of the plugin as well
  return enter(owner, () => takeInstance(instance, plugin, (text) => deps.redactor.redact(text)));
}
