import Type, { type Static } from 'typebox';
import { choice, field, formOf, nullable, schemaOf, section, toggle } from '../settings/index.js';

/** TLS from the first byte, an upgrade that must succeed, or none. */
export type MailSecurity = 'tls' | 'starttls' | 'none';

const form = section({
  title: 'Mail server',
  fields: {
    enabled: toggle({
      default: true,
      title: 'Send e-mail',
    }),
    host: field(Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._:-]+$' }), {
      default: '',
      title: 'Server',
      help: 'Its name or address, as your mail provider gives it for SMTP.',
      ui: { placeholder: 'smtp.example.org', problem: 'Enter a name or an address only, such as smtp.example.org.' },
    }),
    security: choice<MailSecurity>(
      { tls: 'TLS from the beginning (usually port 465)', starttls: 'STARTTLS (usually port 587)', none: 'None (usually port 25)' },
      { default: 'tls', title: 'Encryption' },
    ),
    port: field(Type.Integer({ minimum: 1, maximum: 65_535 }), { default: 465, title: 'Port' }),
    allowSelfSigned: toggle({
      default: false,
      title: 'Accept a self-signed certificate',
      help: 'Only for a server of your own: somebody between here and there could then pretend to be it.',
    }),
    username: field(nullable(Type.String({ minLength: 1, maxLength: 254 })), {
      default: null,
      title: 'Username',
      help: 'Often the whole e-mail address. Empty: the server asks for none.',
    }),
    password: field(nullable(Type.String({ minLength: 1, maxLength: 1000, format: 'password', writeOnly: true })), {
      default: null,
      title: 'Password',
      help: 'Many providers want one made for this app instead of your own.',
    }),
    senderAddress: field(Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }), {
      default: '',
      title: 'Sender address',
      help: 'Most providers accept only your own address.',
      ui: { placeholder: 'books@example.org', problem: 'Enter an e-mail address, such as books@example.org.' },
    }),
    senderName: field(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), { default: 'Lectern', title: 'Sender name' }),
  },
});

/** The form of the page, as JSON Schema with hints. */
export const mailForm = formOf(form) ?? {};

const { password: passwordSchema, ...plainMembers } = schemaOf(form).properties;

/** What people see of the settings: everything but the password. */
export const mailSettingsSchema = Type.Object(plainMembers, { $id: 'MailSettings' });

/** What people send: without a password the saved one stays, and `null` clears it. */
export const mailDraftSchema = Type.Object({ ...plainMembers, password: Type.Optional(passwordSchema) }, { additionalProperties: false });

export type MailSettings = Static<typeof mailSettingsSchema>;
export type MailDraft = Static<typeof mailDraftSchema>;
