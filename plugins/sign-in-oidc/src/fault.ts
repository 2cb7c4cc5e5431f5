import { createFault } from '@lectern/plugin-api';
import english from '../messages/en.json' with { type: 'json' };

/** Makes errors that say a message of `messages/`. */
export const fault = createFault(english);
