export { giveUpWebhooksUntil } from './delivery-store.js';
