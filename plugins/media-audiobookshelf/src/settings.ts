/** What an admin sets; `settings.schema.json` says what each means. */
export interface AudiobookshelfSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly libraryIds?: readonly string[];
  readonly allowSignIn?: boolean;
  /** Default `password`. */
  readonly signInWith?: 'password' | 'openid';
  readonly fullScan?: boolean;
  readonly deleteFiles?: boolean;
}
