export { directItemId } from './direct-item.js';
export { DIRECT_CLIENT_ID } from './with-direct-downloads.js';
