import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf, byActor, type AuditService } from '../audit/index.js';
import { saidForm } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import { mailDraftSchema, mailForm, mailSettingsSchema } from './mail-form.js';
import type { MailSettingsService, ShownMail } from './mail-settings.js';
import type { MailerDeps } from './mailer.js';
import { mailTrialSchema, tryMail } from './try-mail.js';

export interface MailRoutesDeps {
  readonly mailSettings: MailSettingsService;
  readonly mailer: Omit<MailerDeps, 'store'>;
  readonly users: Pick<UserService, 'get'>;
  readonly database: Database;
  readonly audit: AuditService;
}

const common = { path: '/api/admin/mail', tag: 'mail', access: { rule: 'admin' }, scopes: 'none' } as const;
/** Whoever chooses the mail server reads what goes through it from then on. */
const lasting = { ...common, confirmation: 'always' } as const;

const saved = {
  settings: mailSettingsSchema,
  secretsSet: Type.Array(Type.String(), { description: 'Names of the secrets that are stored. They are never answered.' }),
};

const pageSchema = Type.Object({
  ...saved,
  settings: Type.Optional(mailSettingsSchema),
  form: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema draft-07 with `x-ui` hints.' }),
  ownAddress: Type.Optional(Type.String({ description: 'The e-mail address of the account that asks.' })),
});

function present(shown: ShownMail | undefined): object {
  return { ...(shown ? { settings: shown.settings } : {}), secretsSet: shown?.isPasswordSet ? ['password'] : [] };
}

/** The server through which e-mail leaves, for admins. */
export function mailRoutes({ mailSettings, mailer, users, database, audit }: MailRoutesDeps): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      summary: 'The settings of e-mail, and their form',
      description: 'Without `settings` until some are saved.',
      scopes: ['admin:read'],
      responses: { 200: pageSchema },
      async handler({ caller, say }) {
        const email = (await users.get(caller.userId))?.email ?? undefined;
        return json({
          ...present(await mailSettings.get()),
          form: saidForm('mail', mailForm, say),
          ...(email === undefined ? {} : { ownAddress: email }),
        });
      },
    }),
    defineRoute({
      ...lasting,
      method: 'PUT',
      summary: 'Save the settings of e-mail',
      description: 'A password that is left out stays, as long as host and port stay; `null` clears it.',
      body: mailDraftSchema,
      errors: ['settings_invalid'],
      responses: { 200: Type.Object(saved) },
      handler: async (context) => json(present(await mailSettings.save(context.body, actorOf(context)))),
    }),
    defineRoute({
      ...lasting,
      method: 'DELETE',
      summary: 'Forget the mail server and its password',
      responses: { 204: null },
      async handler(context) {
        await mailSettings.remove(actorOf(context));
        return noContent();
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/mail/test',
      summary: 'Send a message to try out settings, saved or not',
      description:
        'Says step by step how far it came. The saved password is used where none is sent, as long as host and port are the saved ones.',
      body: Type.Object({ to: Type.String({ minLength: 1, maxLength: 254 }), settings: mailDraftSchema }, { additionalProperties: false }),
      errors: ['settings_invalid'],
      responses: { 200: mailTrialSchema },
      async handler(context) {
        const { to, settings } = context.body;
        const server = await mailSettings.complete(settings);
        const trial = await tryMail(server, { address: to.trim() }, mailer, context);
        const detail = { host: server.host, port: server.port, to: to.trim(), ...(trial.error ? { problem: trial.error.code } : {}) };
        await database.transaction((tx) =>
          audit.record(tx, { ...byActor(actorOf(context)), action: 'mail.tested', targetType: 'mail', detail }),
        );
        return json(trial);
      },
    }),
  ];
}
