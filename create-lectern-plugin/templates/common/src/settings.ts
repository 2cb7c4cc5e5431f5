/** What `settings.schema.json` describes: valid, with defaults filled in, when `create` gets it. */
export interface Settings {
  readonly baseUrl: string;
  readonly token: string;
}
