import { defineEntity, flag, integer, key, nullable, text, time } from '../../platform/db/index.js';
import type { MailSecurity } from './mail-form.js';

/** The server through which e-mail leaves: at most one row. */
export const MailServerEntity = defineEntity('mail_servers', {
  id: key(text(10)),
  host: text(253),
  port: integer(),
  security: text<MailSecurity>(10),
  allowSelfSigned: flag(),
  username: nullable(text()),
  passwordSealed: nullable(text()),
  senderAddress: text(254),
  senderName: text(),
  enabled: flag(),
  updatedAt: time(),
});
