import type { JsonObject, JsonValue } from '@lectern/plugin-api';

/** One configured integration as it is stored. */
export interface StoredIntegration {
  readonly id: string;
  readonly pluginId: string;
  /** Its name for people. */
  readonly name: string;
  readonly enabled: boolean;
  /** Lower is asked first. */
  readonly priority: number;
  readonly settings: JsonObject;
  /** Decrypted. */
  readonly secrets: JsonObject;
  /** Version of the plugin that saved the settings. */
  readonly pluginVersion: string;
  /** A person typed the settings for themselves. Then it may reach no private host, and hears of nothing that happens. Default: an admin did. */
  readonly isPersonal?: boolean;
}

export interface IntegrationStore {
  list(): Promise<readonly StoredIntegration[]>;
  /** Saves the outcome of a plugin's `migrateSettings`. Without it, settings are migrated at every start. */
  saveMigrated?(id: string, migrated: Pick<StoredIntegration, 'settings' | 'secrets' | 'pluginVersion'>): Promise<void>;
}

/** The part of a pino logger that the host uses. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Redactor {
  addSecret(value: string): void;
  redact(text: string): string;
}

/** Key/value rows of integrations. */
export interface StorageStore {
  get(integrationId: string, key: string): Promise<JsonValue | undefined>;
  set(integrationId: string, key: string, value: JsonValue): Promise<void>;
  delete(integrationId: string, key: string): Promise<void>;
}
