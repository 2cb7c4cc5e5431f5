import { IntegrationError } from '@lectern/plugin-api';
import { inEnglish, sentence, type Sentence } from '../platform/words/index.js';

/** Every code of the plugin host, with what to do about it. Codes are never reused. */
export const PLUGIN_ERRORS = {
  PLUGIN_NOT_INSTALLED: 'Install the plugin, or remove the integration.',
  PLUGIN_MANIFEST_INVALID: 'Its author has to correct the package; install another version.',
  PLUGIN_INCOMPATIBLE: 'Install a version of the plugin made for this version of Lectern, or update Lectern.',
  PLUGIN_DEPENDENCY_MISSING: 'Install the plugin again; if that does not help, tell its author.',
  PLUGIN_IMPORT_FAILED: 'Install another version of the plugin, and tell its author.',
  PLUGIN_SHAPE_INVALID: 'The plugin does not offer what its manifest says; tell its author.',
  PLUGIN_CREATE_TIMEOUT: 'Check that the service answers, then save the settings again to start anew.',
  PLUGIN_QUARANTINED:
    'The plugin crashed or blocked the server, or changed built-in objects. Update or disable the plugin, then release it.',
  PLUGIN_DISABLED: 'Enable it in Admin → Plugins, or with `lectern plugins enable`.',
  HOOK_TIMEOUT: 'The plugin took too long; Lectern went on without its answer.',
  HOOK_FAILED: 'Tell the author of the plugin; Lectern went on without it.',
} as const satisfies Record<string, string>;

export type PluginErrorCode = keyof typeof PLUGIN_ERRORS;

/** What to do about a fault of a plugin. */
function adviceOn(code: PluginErrorCode): Sentence {
  return { key: `plugin_advice.${code.toLowerCase()}` };
}

/** A plugin that cannot be loaded or started. The message names it and ends with what to do. */
export class PluginError extends Error {
  override readonly name = 'PluginError';
  readonly said: Sentence;

  constructor(
    readonly code: PluginErrorCode,
    /** What is wrong, without what to do. */
    readonly problem: Sentence,
    options: { readonly cause?: unknown } = {},
  ) {
    const said = sentence('plugin_problem.with_advice', { problem, advice: adviceOn(code) });
    super(inEnglish(said), options);
    this.said = said;
  }
}

/** A fault of the plugin itself, or of how it runs. No setting of the service behind it is to blame. */
export class PluginFault extends IntegrationError {}

/** Names a package in messages. */
export interface PackageLabel {
  readonly packageName: string;
  readonly version: string;
  /** Relative to where plugins of its kind live. */
  readonly path: string;
}

/** The beginning of every message about a package. */
export function describePackage({ packageName, version, path }: PackageLabel): string {
  return `${packageName} ${version} (${path})`;
}

/** A tap that failed or took too long; `owner` is the integration's id. */
export class HookError extends Error {
  override readonly name = 'HookError';
  constructor(
    readonly code: 'HOOK_TIMEOUT' | 'HOOK_FAILED',
    readonly hook: string,
    readonly owner: string,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
  }
}
