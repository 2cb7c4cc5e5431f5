export { createMailer } from './mailer.js';
export type { Mailer } from './mailer.js';
export type { Mail, MailContent } from './compose-mail.js';
export { MailFault } from './mail-fault.js';
export { isMailAddress } from './mail-address.js';
export { renderMail } from './render-mail.js';
