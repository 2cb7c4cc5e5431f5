/** The settings of settings.schema.json, with defaults filled in. */
export interface NzbgetSettings {
  readonly baseUrl: string;
  readonly username?: string;
  readonly password?: string;
  readonly category?: string;
}
