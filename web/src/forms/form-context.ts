/** Whose settings a form is about: the server's integrations, or shelves of the user. */
export type SettingsArea = 'integrations' | 'shelves';

/** What widgets need to know about the integration the form belongs to. */
export interface SettingsFormContext {
  area: SettingsArea;
  pluginId: string;
  integrationId: string | undefined;
  secretsSet: readonly string[];
  /** The values on screen. */
  draft: Record<string, unknown>;
  /** Required fields without a value: the service cannot be asked for options before they are filled. */
  missing: readonly string[];
  /** Names of fields, as people read them. */
  titles: Readonly<Record<string, string>>;
  /** Whether the values on screen are known to reach the service. */
  reaches: boolean;
}
