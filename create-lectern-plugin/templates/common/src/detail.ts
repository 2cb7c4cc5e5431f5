import { createDetail } from '@lectern/plugin-api';
import english from '../messages/en.json' with { type: 'json' };

/** Makes details of the check, and other remarks, that say a message of `messages/`, in the language of whoever reads it where there is a file for it. */
export const detail = createDetail(english);
