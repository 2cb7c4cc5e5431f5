import { OutboundRefusal } from '../../platform/http-client/outbound-guard.js';
import { saidOf, sentence, withTexts, type ForeignWords, type Sentence } from '../../platform/words/index.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import type { MailSettings } from './mail-form.js';
import { MailFault, type MailFaultReason, type MailStep } from './mail-fault.js';

/** What errors of nodemailer and of sockets carry. */
interface Clues {
  readonly name?: string;
  readonly code?: string;
  readonly originalCode?: string;
  /** The last line of the server. */
  readonly response?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

export interface FaultPlace {
  readonly step: MailStep;
  readonly server: MailSettings;
  /** Takes secrets out of the server's words: some repeat what they were sent. */
  readonly redact: (text: string) => string;
}

type Known = readonly [pattern: RegExp, reason: MailFaultReason, said: (place: FaultPlace) => Sentence];

const at = ({ server: { host, port } }: FaultPlace): { readonly address: string } => ({ address: `${host}:${port}` });

/** Adds what usually helps. */
export function withHint(fault: Sentence, hint: Sentence | undefined): Sentence {
  return hint === undefined ? fault : sentence('fault.mail_with_hint', { fault, hint });
}

/** Says what usually helps where a server waits for TLS, or for its absence. */
function aboutPort({ server: { port, security } }: FaultPlace): Sentence | undefined {
  if (security !== 'tls' && port === 465) return sentence('fault.mail_port_465');
  return security === 'tls' && port !== 465 ? sentence('fault.mail_tls_port') : undefined;
}

const NETWORK: readonly Known[] = [
  [/^(ENOTFOUND|EDNS|ENODATA)$/, 'name_not_found', ({ server: { host } }) => sentence('fault.mail_name_not_found', { host })],
  [
    /^(EAI_AGAIN|ESERVFAIL|ETIMEOUT|EREFUSED)$/,
    'name_server_silent',
    ({ server: { host } }) => sentence('fault.mail_name_server_silent', { host }),
  ],
  [/^ECONNREFUSED$/, 'connection_refused', (place) => sentence('fault.mail_refused_connection', at(place))],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable', (place) => sentence('fault.mail_unreachable', at(place))],
  [
    /^(TimeoutError|ETIMEDOUT)$/,
    'timed_out',
    (place) => {
      const hint = place.step === 'greet' || place.step === 'encrypt' ? aboutPort(place) : undefined;
      return withHint(sentence('fault.mail_timed_out', at(place)), hint);
    },
  ],
  [/^CERT_HAS_EXPIRED$/, 'certificate_expired', (place) => sentence('fault.mail_certificate_expired', at(place))],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'certificate_of_another', (place) => sentence('fault.mail_certificate_of_another', at(place))],
  [
    /^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_|^CERT_/,
    'certificate_untrusted',
    (place) => sentence('fault.mail_certificate_untrusted', at(place)),
  ],
  [/SSL|TLS_|^EPROTO$/, 'no_tls', (place) => withHint(sentence('fault.mail_no_tls', at(place)), aboutPort(place))],
  [/^TOO_MUCH_SENT$/, 'flooded', (place) => sentence('fault.mail_flooded', at(place))],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|ECONNECTION)$/,
    'hung_up',
    (place) => withHint(sentence('fault.mail_hung_up', at(place)), place.step === 'greet' ? aboutPort(place) : undefined),
  ],
];

/** The server's own line, fit to stand in a sentence of ours. */
function wordsOf({ response }: Clues, { redact }: FaultPlace): Sentence | undefined {
  const words = plainLabel(redact(response ?? ''), 200);
  return words === '' ? undefined : sentence('fault.mail_says', { words });
}

/** The meaning of a refusal by the server. */
function refusal(clues: Clues, place: FaultPlace): readonly [MailFaultReason, Sentence] {
  const code = clues.responseCode ?? 0;
  const { step, server } = place;
  const isLater = code >= 400 && code < 500;
  if (step === 'encrypt') return ['no_starttls', withHint(sentence('fault.mail_no_starttls', at(place)), aboutPort(place))];
  if (code === 530) return ['sign_in_needed', sentence('fault.mail_sign_in_needed', at(place))];
  // 454 is the server's own trouble with checking passwords
  if (step === 'sign_in' && !isLater) return ['sign_in_refused', sentence('fault.mail_sign_in_refused', at(place))];
  if (isLater) return ['busy', sentence('fault.mail_busy', at(place))];
  if (step === 'sender') return ['sender_refused', sentence('fault.mail_sender_refused', { ...at(place), sender: server.senderAddress })];
  if (step === 'recipient') return ['recipient_refused', sentence('fault.mail_recipient_refused', at(place))];
  if (step === 'message') return ['message_refused', sentence('fault.mail_message_refused', at(place))];
  return ['turned_away', sentence('fault.mail_turned_away', at(place))];
}

/** The cause for logs: without the objects of the library, which hold the password. */
function plainCause({ message, code }: Clues, { redact }: FaultPlace): Error {
  return Object.assign(new Error(plainLabel(redact(message ?? ''))), { code });
}

/** Turns whatever ended an attempt into a fault that says where it ended and what to do. */
export function classifyFault(error: unknown, place: FaultPlace): MailFault {
  if (error instanceof MailFault) return error;
  const make = (reason: MailFaultReason, said: Sentence | ForeignWords): MailFault =>
    new MailFault(reason, place.step, withTexts(said, place.redact), plainCause(error as Clues, place));
  if (error instanceof OutboundRefusal) return make('address_blocked', saidOf(error));
  const clues = error as Clues;
  if ((clues.responseCode ?? 0) >= 400) {
    const [reason, said] = refusal(clues, place);
    return make(reason, withHint(said, wordsOf(clues, place)));
  }
  const codes = [clues.originalCode, clues.code, clues.name].filter((code) => code !== undefined && code !== 'ESOCKET');
  for (const code of codes) {
    const known = NETWORK.find(([pattern]) => pattern.test(code ?? ''));
    if (known) return make(known[1], known[2](place));
  }
  if (clues.code === 'ETLS') return make('no_tls', withHint(sentence('fault.mail_no_agreement', at(place)), aboutPort(place)));
  if (clues.code === 'EPROTOCOL') {
    const hinted = withHint(sentence('fault.mail_not_smtp', at(place)), aboutPort(place));
    return make('not_smtp', withHint(hinted, wordsOf(clues, place)));
  }
  const cause = clues.code === undefined ? sentence('fault.mail_unknown_cause') : plainLabel(clues.code, 40);
  return make('hung_up', sentence('fault.mail_unusable', { ...at(place), cause }));
}
