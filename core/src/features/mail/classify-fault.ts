import { OutboundRefusal } from '../../platform/http-client/outbound-guard.js';
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

type Known = readonly [pattern: RegExp, reason: MailFaultReason, text: (place: FaultPlace) => string];

const at = ({ server: { host, port } }: FaultPlace): string => `${host}:${port}`;

/** Says what usually helps where a server waits for TLS, or for its absence. */
function aboutPort({ server: { port, security } }: FaultPlace): string {
  if (security !== 'tls' && port === 465) return ' Port 465 usually wants TLS from the beginning.';
  if (security === 'tls' && port !== 465) return ' TLS from the beginning is usually on port 465; on port 587 it is STARTTLS.';
  return '';
}

const NETWORK: readonly Known[] = [
  [/^(ENOTFOUND|EDNS|ENODATA)$/, 'name_not_found', ({ server }) => `There is no server named ${server.host}. Check the name.`],
  [/^(EAI_AGAIN|ESERVFAIL|ETIMEOUT|EREFUSED)$/, 'name_server_silent', ({ server }) => `The name server did not answer for ${server.host}.`],
  [/^ECONNREFUSED$/, 'connection_refused', (place) => `${at(place)} refused the connection. Is the port right, and is the server running?`],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable', (place) => `The network cannot reach ${at(place)}.`],
  [
    /^(TimeoutError|ETIMEDOUT)$/,
    'timed_out',
    (place) => `${at(place)} did not answer in time.${place.step === 'greet' || place.step === 'encrypt' ? aboutPort(place) : ''}`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'certificate_expired',
    (place) => `The certificate of ${at(place)} has expired. Whoever runs the server has to renew it.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'certificate_of_another',
    (place) => `The certificate of ${at(place)} belongs to another name. Enter the name that the certificate has.`,
  ],
  [
    /^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_|^CERT_/,
    'certificate_untrusted',
    (place) =>
      `The certificate of ${at(place)} is not trusted: nobody known has signed it. If the server is yours, accept a self-signed certificate.`,
  ],
  [/SSL|TLS_|^EPROTO$/, 'no_tls', (place) => `${at(place)} does not speak TLS there.${aboutPort(place)}`],
  [/^TOO_MUCH_SENT$/, 'flooded', (place) => `${at(place)} sent more than a mail server has to say.`],
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|ECONNECTION)$/,
    'hung_up',
    (place) => `${at(place)} hung up.${place.step === 'greet' ? aboutPort(place) : ''}`,
  ],
];

/** The server's own line, fit to stand in a sentence of ours. */
function words({ response }: Clues, { redact }: FaultPlace): string {
  const said = plainLabel(redact(response ?? ''), 200);
  return said === '' ? '' : ` It says: “${said}”`;
}

/** The meaning of a refusal by the server. */
function refusal(clues: Clues, place: FaultPlace): readonly [MailFaultReason, string] {
  const code = clues.responseCode ?? 0;
  const { step, server } = place;
  const isLater = code >= 400 && code < 500;
  if (step === 'encrypt') return ['no_starttls', `${at(place)} offers no STARTTLS.${aboutPort(place)}`];
  if (code === 530) return ['sign_in_needed', `${at(place)} wants a user name and a password.`];
  // 454 is the server's own trouble with checking passwords
  if (step === 'sign_in' && !isLater) return ['sign_in_refused', `${at(place)} refused the user name or the password.`];
  if (isLater) return ['busy', `${at(place)} does not take the message now.`];
  if (step === 'sender') return ['sender_refused', `${at(place)} refused ${server.senderAddress} as the sender.`];
  if (step === 'recipient') return ['recipient_refused', `${at(place)} refused the recipient.`];
  if (step === 'message') return ['message_refused', `${at(place)} refused the message.`];
  return ['turned_away', `${at(place)} turned us away.`];
}

/** The cause for logs: without the objects of the library, which hold the password. */
function plainCause({ message, code }: Clues, { redact }: FaultPlace): Error {
  return Object.assign(new Error(plainLabel(redact(message ?? ''))), { code });
}

/** Turns whatever ended an attempt into a fault that says where it ended and what to do. */
export function classifyFault(error: unknown, place: FaultPlace): MailFault {
  if (error instanceof MailFault) return error;
  const make = (reason: MailFaultReason, text: string): MailFault =>
    new MailFault(reason, place.step, place.redact(text), plainCause(error as Clues, place));
  if (error instanceof OutboundRefusal) return make('address_blocked', error.message);
  const clues = error as Clues;
  if ((clues.responseCode ?? 0) >= 400) {
    const [reason, text] = refusal(clues, place);
    return make(reason, text + words(clues, place));
  }
  const codes = [clues.originalCode, clues.code, clues.name].filter((code) => code !== undefined && code !== 'ESOCKET');
  for (const code of codes) {
    const known = NETWORK.find(([pattern]) => pattern.test(code ?? ''));
    if (known) return make(known[1], known[2](place));
  }
  if (clues.code === 'ETLS') return make('no_tls', `${at(place)} did not agree on TLS.${aboutPort(place)}`);
  if (clues.code === 'EPROTOCOL') {
    return make('not_smtp', `${at(place)} does not answer like a mail server.${aboutPort(place)}${words(clues, place)}`);
  }
  return make('hung_up', `${at(place)} could not be used (${plainLabel(clues.code ?? 'unknown fault', 40)}).`);
}
