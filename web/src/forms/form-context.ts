/** What widgets need to know about the integration the form belongs to. */
export interface SettingsFormContext {
  pluginId: string;
  integrationId: string | undefined;
  secretsSet: readonly string[];
  /** The values on screen. */
  draft: Record<string, unknown>;
  /** Required fields without a value: the service cannot be asked for options before they are filled. */
  missing: readonly string[];
  /** Whether the values on screen are known to reach the service. */
  reaches: boolean;
}
