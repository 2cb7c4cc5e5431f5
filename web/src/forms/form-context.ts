/** Whose settings a form has: the server's integrations, or the user's shelves. */
export type SettingsArea = 'integrations' | 'shelves';

/** The facts that widgets need about the form's integration. */
export interface SettingsFormContext {
  area: SettingsArea;
  pluginId: string;
  integrationId: string | undefined;
  secretsSet: readonly string[];
  /** The values on screen. */
  draft: Record<string, unknown>;
  /** Required fields without a value. Until they are filled in, the service cannot be asked for options. */
  missing: readonly string[];
  /** Visible names of fields. */
  titles: Readonly<Record<string, string>>;
  /** Whether the values on screen are known to reach the service. */
  reaches: boolean;
}
