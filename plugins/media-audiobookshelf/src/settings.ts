/** The settings of an integration; `settings.schema.json` explains each. */
export interface AudiobookshelfSettings {
  readonly baseUrl: string;
  /** Where browsers reach it; default: `baseUrl`. */
  readonly publicUrl?: string;
  readonly apiKey: string;
  readonly libraryIds?: readonly string[];
  readonly allowSignIn?: boolean;
  /** Default `password`. */
  readonly signInWith?: 'password' | 'openid';
  readonly fullScan?: boolean;
  readonly deleteFiles?: boolean;
}
