export { ignoredAmong } from './ignore-store.js';
