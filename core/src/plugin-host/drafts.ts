import { IntegrationError, type Call, type CheckResult, type Choice, type JsonObject, type PluginInstance } from '@lectern/plugin-api';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { noteThrower, sentence, spokenError, withTexts } from '../platform/words/index.js';
import { isA, readThrown } from './answers/thrown.js';
import { createInstance, type CreateDeps } from './create-instance.js';
import { PluginFault } from './errors.js';
import type { Limits } from './instance-info.js';
import type { CheckOptions } from './call-integration.js';
import { settingsProblem } from './integration-settings.js';
import type { LoadedPlugin } from './loader.js';
import { callPlugin, foreignError, type CallOwner } from './plugin-call.js';
import { createContext, type ContextDeps } from './plugin-context.js';
import { createMemoryStore } from './storage.js';

export interface DraftDeps extends ContextDeps, CreateDeps {
  readonly limits: Limits;
  dataDirOf(integrationId: string): string;
}

/** Creates an instance with settings that are not saved, uses it, stops it, and removes every trace of it. */
async function withDraft<T>(
  deps: DraftDeps,
  plugin: LoadedPlugin,
  settings: JsonObject,
  use: (instance: PluginInstance, owner: CallOwner) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const integrationId = `draft-${randomUUID()}`;
  const dataDir = deps.dataDirOf(integrationId);
  const name = plugin.displayName;
  const owner: CallOwner = {
    name,
    pluginId: plugin.id,
    sections: deps.sectionsOf(plugin.id),
    tampering: deps.tampering,
    signal: controller.signal,
    redact: (text) => deps.redactor.redact(text),
    onDefect: (what, error) => deps.logger.error({ plugin: plugin.id, what, err: error }, 'a plugin has a defect'),
  };
  let instance: PluginInstance | undefined;
  try {
    const context = createContext(
      { ...deps, storage: createMemoryStore() },
      { plugin, integrationId, settings, dataDir, signal: controller.signal },
    );
    instance = await createInstance(deps, plugin, context, owner.sections);
    return await use(instance, owner);
  } catch (error) {
    const { code, ...thrown } = readThrown(error);
    // what a call made is one of ours already
    if (isA(error, IntegrationError)) throw noteThrower(error, plugin.id);
    if (code !== undefined) throw foreignError(code, thrown, owner);
    const said = withTexts(sentence('fault.cannot_be_set_up', { name, message: thrown.message }), owner.redact);
    throw spokenError('INTEGRATION_MISCONFIGURED', said, { cause: thrown.copy }, PluginFault);
  } finally {
    controller.abort();
    const stopOwner = { ...owner, signal: new AbortController().signal };
    await callPlugin(stopOwner, 'stop', async () => instance?.stop?.('removed'), { timeoutMs: deps.limits.stopMs }).catch(() => undefined);
    await rm(dataDir, { recursive: true, force: true });
  }
}

function requireUsable(plugin: LoadedPlugin | undefined, pluginId: string): LoadedPlugin {
  if (plugin?.definition) return plugin;
  if (plugin?.error) throw new IntegrationError('INTEGRATION_UNSUPPORTED', plugin.error.message, { cause: plugin.error });
  throw spokenError('INTEGRATION_UNSUPPORTED', sentence('fault.plugin_not_installed', { plugin: pluginId }));
}

/** Checks settings before they are saved. @throws IntegrationError as a call does, MISCONFIGURED when they are not valid */
export async function checkDraft(
  deps: DraftDeps,
  pluginId: string,
  plugin: LoadedPlugin | undefined,
  settings: JsonObject,
  { signal, lectern }: Pick<CheckOptions, 'signal' | 'lectern'>,
): Promise<CheckResult> {
  const usable = requireUsable(plugin, pluginId);
  const outcome = usable.settings?.validate(settings) ?? { ok: true as const, value: settings };
  if (!outcome.ok) throw settingsProblem(usable.displayName, outcome.errors);
  return withDraft(deps, usable, outcome.value, async (instance, owner) => {
    if (instance.start) await callPlugin(owner, 'start', (call) => instance.start?.(call), { timeoutMs: deps.limits.startMs, signal });
    const ask = (call: Call) => instance.check({ ...call, ...(lectern ? { lectern } : {}) });
    return callPlugin(owner, 'check', ask, { timeoutMs: deps.limits.callMs, signal });
  });
}

/** Reads a dynamic list for the settings form. @throws IntegrationError; UNSUPPORTED when the plugin has no such list */
export async function listChoices(
  deps: DraftDeps,
  pluginId: string,
  plugin: LoadedPlugin | undefined,
  name: string,
  draft: JsonObject,
  signal?: AbortSignal,
): Promise<readonly Choice[]> {
  const usable = requireUsable(plugin, pluginId);
  const settings = usable.settings?.withDefaults(draft) ?? draft;
  return withDraft(deps, usable, settings, async (instance, owner) => {
    const list = Object.hasOwn(instance.choices ?? {}, name) ? instance.choices?.[name] : undefined;
    if (!list) {
      throw spokenError('INTEGRATION_UNSUPPORTED', sentence('fault.no_such_list', { name: usable.displayName, list: name }));
    }
    return callPlugin(owner, `choices.${name}`, (call) => list({ ...call, draft: settings }), { timeoutMs: deps.limits.callMs, signal });
  });
}
