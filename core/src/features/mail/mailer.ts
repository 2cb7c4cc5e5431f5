import PQueue from 'p-queue';
import type { Sql } from '../../platform/db/index.js';
import type { SettingsService } from '../settings/index.js';
import { composeMail, mailHost, type Mail } from './compose-mail.js';
import { MailFault } from './mail-fault.js';
import type { MailStore } from './mail-store.js';
import { sendBySmtp, type MailServer, type SmtpSessionDeps } from './smtp-session.js';
import { sentence } from '../../platform/words/index.js';

/** Sends e-mail through the server that an admin entered. */
export interface Mailer {
  /**
   * Whether e-mail was set up and is on. Says nothing about whether the server answers.
   *
   * @param sql default: outside of any transaction
   */
  isReady(sql?: Pick<Sql, 'get'>): Promise<boolean>;
  /**
   * Resolves once the mail server has accepted the message for its recipient. It takes at most 30 s after the messages before it; three are on
   * their way at a time.
   *
   * @throws MailFault, whose `kind` says whether another try can help; `aborted` once the signal fired
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
}

export interface MailerDeps extends SmtpSessionDeps {
  readonly store: Pick<MailStore, 'get'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly now: () => Date;
}

/** Providers refuse more connections of one customer at a time. */
const AT_ONCE = 3;

function isUsable({ enabled, username, password }: MailServer): boolean {
  return enabled && (username === null || password !== null);
}

/** Sends through a server whether or not it is saved. @throws MailFault */
export async function sendThrough(server: MailServer, mail: Mail, deps: Omit<MailerDeps, 'store'>, signal?: AbortSignal): Promise<void> {
  const host = mailHost(server, (await deps.settings.get()).server.publicUrl);
  const wire = await composeMail(mail, server, host, deps.now());
  await sendBySmtp(server, wire, host, deps, signal);
}

export function createMailer(deps: MailerDeps): Mailer {
  const queue = new PQueue({ concurrency: AT_ONCE });

  async function send(mail: Mail, signal?: AbortSignal): Promise<void> {
    const server = await deps.store.get();
    if (!server || !isUsable(server)) throw new MailFault('not_set_up', 'resolve', sentence('fault.mail_not_set_up'));
    await sendThrough(server, mail, deps, signal);
  }

  return {
    async isReady(sql) {
      const server = await deps.store.get(sql);
      return server !== undefined && isUsable(server);
    },
    async send(mail, signal) {
      try {
        await queue.add(() => send(mail, signal), { signal });
      } catch (error) {
        // the queue has an error of its own for what has not begun
        if (!signal?.aborted || error instanceof MailFault) throw error;
        throw new MailFault('aborted', 'resolve', sentence('fault.mail_not_begun'));
      }
    },
  };
}
