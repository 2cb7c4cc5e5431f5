import type { ProviderKind } from './providers.js';

/** One integration, any number of them, or one for each user. @since 1.0.0 */
export type InstanceMode = 'one' | 'many' | 'per-user';

/**
 * The `lectern` member of a plugin's package.json. Pure data, read before any code of the plugin runs.
 *
 * @since 1.0.0
 */
export interface PluginManifest {
  readonly manifest: 1;
  /** kebab-case `<kind>-<name>`. */
  readonly id: string;
  /** Semver range of `@lectern/plugin-api` the plugin was written for. */
  readonly api: string;
  readonly provides: readonly ProviderKind[];
  readonly instances: InstanceMode;
  /** For people: plain text on one line, at most 80 characters. */
  readonly displayName: string;
  /** Path of the settings schema inside the package. */
  readonly settings: string;
  /**
   * Path of a folder inside the package with the messages of the plugin, a file for each language: `en.json` with the sentences of its
   * errors, and `<language>.json` with these and the words of its form in that language. See {@link IntegrationErrorOptions.sentence}.
   *
   * @since 1.6.0
   */
  readonly messages?: string;
  /**
   * The hosts that the plugin may reach: names such as `api.example.org`, `*.example.org` for every name below one, `*`
   * for every public host, or `settings:<field>` for the host of a URL setting. No schemes, ports, paths or addresses.
   * Only a host from a setting may be a private address.
   */
  readonly hosts: readonly string[];
  /**
   * A notifier that people may also use for themselves: each with settings of their own, which the same schema describes. It runs for the
   * time of one message, keeps nothing, and reaches no private host. Set it only if a message for one person can be sent with the settings
   * alone. Default false.
   *
   * @since 1.5.0
   */
  readonly personal?: boolean;
  /** Ids of plugins that work well with this one. */
  readonly recommends?: readonly string[];
}
