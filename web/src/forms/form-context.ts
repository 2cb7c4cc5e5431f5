/** What widgets need to know about the integration the form belongs to. */
export interface SettingsFormContext {
  pluginId: string;
  integrationId: string | undefined;
  secretsSet: readonly string[];
  /** The values on screen. */
  draft: Record<string, unknown>;
}
