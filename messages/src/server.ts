export { placeholdersOf, type Placeholders } from './message-parts.js';
export { ENGLISH_WORDS, loadServerWords, type ServerKey } from './server-words.js';
