import type { Choice, ChoiceRequest } from '@lectern/plugin-api';
import type { PushoverClient } from './client.js';

/** The dynamic lists of the settings form. The host creates the client from the values on screen. */
export function createChoices(client: PushoverClient): Record<string, (request: ChoiceRequest) => Promise<Choice[]>> {
  return {
    async devices({ signal }) {
      const { devices } = await client.validate(signal);
      return devices.map((name) => ({ value: name, title: name }));
    },
    async sounds({ signal }) {
      const sounds = await client.sounds(signal);
      return Object.entries(sounds).map(([value, title]) => ({ value, title }));
    },
  };
}
