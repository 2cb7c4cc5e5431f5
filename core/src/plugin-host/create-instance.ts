import { HOOK_KINDS, PROVIDER_KINDS, type PluginContext, type PluginInstance } from '@lectern/plugin-api';
import { describePackage, PluginError } from './errors.js';
import type { LoadedPlugin } from './loader.js';
import { OutOfTime, within } from './within.js';

function shapeProblems(instance: unknown, plugin: LoadedPlugin): string[] {
  if (typeof instance !== 'object' || instance === null) return ['create returned nothing'];
  const { provides, hooks, check } = instance as Partial<PluginInstance>;
  const problems: string[] = [];
  if (typeof check !== 'function') problems.push('check is not a function');
  if (typeof provides !== 'object' || provides === null) return [...problems, 'provides is missing'];
  for (const kind of PROVIDER_KINDS) {
    const isDeclared = plugin.manifest?.provides.includes(kind) ?? false;
    if (isDeclared !== (provides[kind] !== undefined)) {
      problems.push(isDeclared ? `${kind} is in the manifest and not offered` : `${kind} is offered and not in the manifest`);
    }
  }
  const unknownHooks = Object.keys(hooks ?? {}).filter((name) => !(name in HOOK_KINDS));
  return [...problems, ...unknownHooks.map((name) => `there is no hook ${name}`)];
}

/**
 * Creates what a plugin offers for one integration, and checks it.
 *
 * @throws PluginError SHAPE_INVALID or CREATE_TIMEOUT, or whatever `create` threw
 */
export async function createInstance(plugin: LoadedPlugin, context: PluginContext, timeoutMs: number): Promise<PluginInstance> {
  if (plugin.definition === undefined) throw new PluginError('PLUGIN_NOT_INSTALLED', `${describePackage(plugin)} is not loaded.`);
  const { definition } = plugin;
  let instance: unknown;
  try {
    instance = await within(timeoutMs, [context.signal], () => definition.create(context));
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    throw new PluginError('PLUGIN_CREATE_TIMEOUT', `create of ${describePackage(plugin)} ${error.message}.`, { cause: error });
  }
  const problems = shapeProblems(instance, plugin);
  if (problems.length > 0) throw new PluginError('PLUGIN_SHAPE_INVALID', `${describePackage(plugin)}: ${problems.join('; ')}.`);
  return instance as PluginInstance;
}
