export { directItemId } from './direct-client.js';
export { DIRECT_CLIENT_ID, DIRECT_CLIENT_NAME } from './with-direct-downloads.js';
