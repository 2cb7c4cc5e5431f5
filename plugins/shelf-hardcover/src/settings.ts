/** Settings of one shelf, after validation against `settings.schema.json`. */
export type HardcoverSettings = {
  /** Secret, as copied from the site: with or without the word "Bearer". */
  readonly token: string;
  /** `status:<id>` or `list:<id>`. */
  readonly shelf: string;
};
