import { inEnglish, type ForeignWords, type Sentence } from '../../platform/words/index.js';
import { IntegrationError, type IntegrationErrorCode } from '@lectern/plugin-api';
import { noteUncertain } from '../../platform/http-client/uncertain-faults.js';

/** What is done on the way to a mail server, in about this order: TLS comes before the greeting or after it. */
export type MailStep = 'resolve' | 'connect' | 'greet' | 'encrypt' | 'sign_in' | 'sender' | 'recipient' | 'message';

/** Whether another try can help: never for this recipient, later, or once an admin has changed the settings. */
export type MailFaultKind = 'permanent' | 'temporary' | 'misconfigured';

interface Meaning {
  readonly kind: MailFaultKind;
  readonly code: IntegrationErrorCode;
  /** The setting that is probably wrong. */
  readonly field?: string;
}

const temporary: Meaning = { kind: 'temporary', code: 'INTEGRATION_UNAVAILABLE' };
const wrong = (field?: string): Meaning => ({ kind: 'misconfigured', code: 'INTEGRATION_MISCONFIGURED', ...(field ? { field } : {}) });

const MEANINGS = {
  not_set_up: wrong(),
  address_blocked: wrong('host'),
  name_not_found: { ...temporary, field: 'host' },
  name_server_silent: temporary,
  connection_refused: { ...temporary, field: 'port' },
  unreachable: temporary,
  timed_out: temporary,
  hung_up: temporary,
  busy: temporary,
  flooded: temporary,
  not_smtp: { kind: 'misconfigured', code: 'INTEGRATION_BAD_RESPONSE', field: 'port' },
  turned_away: wrong('host'),
  certificate_untrusted: wrong('allowSelfSigned'),
  certificate_expired: wrong('host'),
  certificate_of_another: wrong('host'),
  no_tls: wrong('security'),
  no_starttls: wrong('security'),
  no_sign_in: wrong('username'),
  sign_in_needed: wrong('username'),
  sign_in_refused: { kind: 'misconfigured', code: 'INTEGRATION_UNAUTHORIZED', field: 'password' },
  sender_refused: { kind: 'misconfigured', code: 'INTEGRATION_FORBIDDEN', field: 'senderAddress' },
  recipient_invalid: { kind: 'permanent', code: 'INTEGRATION_NOT_FOUND' },
  recipient_refused: { kind: 'permanent', code: 'INTEGRATION_NOT_FOUND' },
  unanswered: temporary,
  message_refused: { kind: 'permanent', code: 'INTEGRATION_UNSUPPORTED' },
  aborted: { kind: 'temporary', code: 'INTEGRATION_ABORTED' },
} as const satisfies Readonly<Record<string, Meaning>>;

export type MailFaultReason = keyof typeof MEANINGS;

/**
 * Why a message was not sent. Its codes are those of integrations, so that whoever delivers messages treats it like a fault of any other
 * service. The message is a whole sentence for admins, without secrets.
 */
export class MailFault extends IntegrationError {
  readonly kind: MailFaultKind;

  constructor(
    readonly reason: MailFaultReason,
    readonly step: MailStep,
    /** What it says, for admins, without secrets. */
    readonly said: Sentence | ForeignWords,
    cause?: unknown,
  ) {
    const { kind, code, field }: Meaning = MEANINGS[reason];
    super(code, inEnglish(said), { ...(field ? { field } : {}), ...(cause === undefined ? {} : { cause }) });
    this.kind = kind;
    if (reason === 'unanswered') noteUncertain(this);
  }
}
