import { sentence } from '../../platform/words/index.js';

/** What the server's own download client is called. Rows have its English, as they have the names of integrations. */
export const DIRECT_CLIENT = sentence('phrase.direct_download');
