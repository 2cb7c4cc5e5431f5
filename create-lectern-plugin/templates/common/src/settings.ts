/** The settings of `settings.schema.json`. `create` gets them valid and with defaults filled in. */
export interface Settings {
  readonly baseUrl: string;
  readonly token: string;
}
