/** As settings.schema.json has it, defaults filled in. */
export interface NzbgetSettings {
  readonly baseUrl: string;
  readonly username?: string;
  readonly password?: string;
  readonly category?: string;
}
