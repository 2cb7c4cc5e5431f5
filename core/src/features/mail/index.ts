export { createMailer } from './mailer.js';
export type { Mailer } from './mailer.js';
export { renderMail } from './render-mail.js';
