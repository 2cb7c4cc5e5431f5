import type { JsonObject } from '@lectern/plugin-api';
import { readJson } from '../db/index.js';
import type { Redactor } from '../logging/redactor.js';
import type { SecretBox } from './secret-box.js';

/** The secrets of settings: one JSON object, sealed in a column. The log hides each text in it from then on. */
export interface SealedSecrets {
  /** @returns none if they cannot be decrypted, which is reported, so that one row without its key keeps no other from being read */
  open(id: string, sealed: string | null): JsonObject;
  /** @returns `null` for none */
  seal(secrets: JsonObject): string | null;
}

export interface SealedSecretsDeps {
  readonly secretBox: SecretBox;
  readonly redactor: Pick<Redactor, 'addSecret'>;
  /** Somebody has to enter the secrets of this row again. */
  readonly onUnreadable: (id: string, error: unknown) => void;
}

export function createSealedSecrets({ secretBox, redactor, onUnreadable }: SealedSecretsDeps): SealedSecrets {
  function register(secrets: JsonObject): void {
    for (const value of Object.values(secrets)) if (typeof value === 'string') redactor.addSecret(value);
  }

  return {
    open(id, sealed) {
      if (sealed === null) return {};
      try {
        const secrets = readJson<JsonObject>(secretBox.open(sealed));
        register(secrets);
        return secrets;
      } catch (error) {
        onUnreadable(id, error);
        return {};
      }
    },
    seal(secrets) {
      register(secrets);
      return Object.keys(secrets).length === 0 ? null : secretBox.seal(JSON.stringify(secrets));
    },
  };
}
