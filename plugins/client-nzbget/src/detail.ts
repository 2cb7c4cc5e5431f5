import { createDetail } from '@lectern/plugin-api';
import english from '../messages/en.json' with { type: 'json' };

/** Makes details of the check, and other remarks, that say a message of `messages/`. */
export const detail = createDetail(english);
