export type { MessageGroup, MessageKey } from './groups.js';
export type { Messages } from './messages.js';
export { chooseLanguage, LANGUAGES, languageOf, OFFERED_LANGUAGES, type Language, type LanguageTag, type OfferedTag } from './languages.js';
export { loadMessages } from './load-messages.js';
export { formatMessage, type MessageValues } from './format-message.js';
export { PSEUDO_LOCALE, pseudoMarked } from './pseudo-locale.js';
