export { createMailer } from './mailer.js';
export type { Mailer } from './mailer.js';
export { renderMail, type RenderOptions } from './render-mail.js';
