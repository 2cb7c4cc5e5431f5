import type { Database } from '../../platform/db/index.js';
import { settingsInvalid } from '../../platform/http/settings-invalid.js';
import type { FieldError } from '../../platform/http/validation.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { isMailAddress } from './mail-address.js';
import type { MailDraft, MailSettings } from './mail-form.js';
import type { MailStore } from './mail-store.js';
import type { MailServer } from './smtp-session.js';
import { sentence } from '../../platform/words/index.js';

/** The settings as people see them. */
export interface ShownMail {
  readonly settings: MailSettings;
  readonly isPasswordSet: boolean;
}

export interface MailSettingsService {
  get(): Promise<ShownMail | undefined>;
  /** @throws ApiError 422 `settings_invalid` */
  save(draft: MailDraft, actor: Actor): Promise<ShownMail>;
  /** Forgets the server and its password. */
  remove(actor: Actor): Promise<void>;
  /** A draft with the saved password filled in where it goes to the same server. @throws as {@link save} */
  complete(draft: MailDraft): Promise<MailServer>;
}

export interface MailSettingsDeps {
  readonly database: Database;
  readonly audit: AuditService;
  readonly store: MailStore;
}

const MASKED = /^([*•●∙·]{2,}|\[redacted\])$/;

function show({ password, ...settings }: MailServer): ShownMail {
  return { settings, isPasswordSet: password !== null };
}

function errorsOf(server: MailServer, saved: MailServer | undefined, draft: MailDraft): FieldError[] {
  const errors: FieldError[] = [];
  if (!isMailAddress(server.senderAddress)) errors.push({ path: '/senderAddress', message: sentence('field.not_email') });
  if (MASKED.test(draft.password ?? '')) {
    errors.push({ path: '/password', message: sentence('field.mask') });
  } else if (server.username !== null && server.password === null) {
    const wasKept = draft.password === undefined && (saved?.password ?? null) !== null;
    const message = wasKept ? sentence('field.enter_again') : sentence('field.required_with_username');
    errors.push({ path: '/password', message });
  }
  return errors;
}

/** The saved password never goes to a server that somebody has just typed in, as with integrations. */
function completeDraft(draft: MailDraft, saved: MailServer | undefined): MailServer {
  const { password: given, ...settings } = draft;
  const isSame = saved?.host.toLowerCase() === draft.host.toLowerCase() && saved.port === draft.port;
  const kept = isSame ? saved.password : null;
  const server = { ...settings, password: settings.username === null ? null : given === undefined ? kept : given };
  const errors = errorsOf(server, saved, draft);
  if (errors.length > 0) throw settingsInvalid(errors);
  return server;
}

function changes(before: MailServer | undefined, after: MailServer): Record<string, unknown> {
  const { password, ...settings } = after;
  const changed = Object.entries(settings).filter(([name, value]) => before?.[name as keyof MailSettings] !== value);
  return { ...Object.fromEntries(changed), ...(before?.password === password ? {} : { passwordChanged: true }) };
}

export function createMailSettings({ database, audit, store }: MailSettingsDeps): MailSettingsService {
  return {
    async get() {
      const server = await store.get();
      return server && show(server);
    },
    async complete(draft) {
      const server = completeDraft(draft, await store.get());
      store.hide(server);
      return server;
    },
    async save(draft, actor) {
      return database.transaction(async (tx) => {
        const before = await store.get(tx);
        const server = completeDraft(draft, before);
        store.hide(server);
        await store.save(tx, server);
        const detail = changes(before, server);
        await audit.record(tx, { ...byActor(actor), action: 'mail.saved', targetType: 'mail', detail });
        return show(server);
      });
    },
    async remove(actor) {
      await database.transaction(async (tx) => {
        if (await store.remove(tx)) await audit.record(tx, { ...byActor(actor), action: 'mail.removed', targetType: 'mail' });
      });
    },
  };
}
