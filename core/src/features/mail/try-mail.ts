import Type, { type Static } from 'typebox';
import { saidOf, sentence, type Say, type SpokenTag } from '../../platform/words/index.js';
import type { Mail } from './compose-mail.js';
import { MailFault, type MailStep } from './mail-fault.js';
import { sendThrough, type MailerDeps } from './mailer.js';
import { renderMail, type RenderedMessage } from './render-mail.js';
import { mailSteps, type MailServer } from './smtp-session.js';

const STEPS = [
  'resolve',
  'connect',
  'greet',
  'encrypt',
  'sign_in',
  'sender',
  'recipient',
  'message',
] as const satisfies readonly MailStep[];

export const mailTrialSchema = Type.Object(
  {
    ok: Type.Boolean(),
    steps: Type.Array(
      Type.Object({
        step: Type.Unsafe<MailStep>(Type.Union(STEPS.map((step) => Type.Literal(step)))),
        state: Type.Union([Type.Literal('done'), Type.Literal('failed'), Type.Literal('not_reached')]),
      }),
      { description: 'What is done on the way, in its order.' },
    ),
    error: Type.Optional(
      Type.Object({
        code: Type.String({ description: 'Stable; says why it failed.' }),
        kind: Type.Union([Type.Literal('permanent'), Type.Literal('temporary'), Type.Literal('misconfigured')]),
        message: Type.String(),
        field: Type.Optional(Type.String({ description: 'The setting that is probably wrong.' })),
      }),
    ),
    tookMs: Type.Integer(),
  },
  { $id: 'MailTrial' },
);

export type MailTrial = Static<typeof mailTrialSchema>;

function testMessage(say: Say): RenderedMessage {
  const title = say(sentence('notice_test.mail_title'));
  return { event: 'mail_test', title, lines: [say(sentence('notice_test.mail'))], fields: [], links: [], severity: 'success' };
}

function stepsUntil(server: MailServer, failed: MailStep | undefined): MailTrial['steps'] {
  const steps = mailSteps(server);
  const stop = failed === undefined ? steps.length : steps.indexOf(failed);
  return steps.map((step, place) => ({ step, state: place < stop ? 'done' : place === stop ? 'failed' : 'not_reached' }));
}

/** Sends a real message and says how far it came. A fault is an answer, not an error. */
export async function tryMail(
  server: MailServer,
  to: Mail['to'],
  deps: Omit<MailerDeps, 'store'>,
  { language, say, signal }: { readonly language: SpokenTag; readonly say: Say; readonly signal: AbortSignal },
): Promise<MailTrial> {
  const started = performance.now();
  const tookMs = (): number => Math.round(performance.now() - started);
  try {
    await sendThrough(server, { to, ...renderMail(testMessage(say), { language, say }) }, deps, signal);
    return { ok: true, steps: stepsUntil(server, undefined), tookMs: tookMs() };
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    const { reason, kind, field, step } = error;
    return {
      ok: false,
      steps: stepsUntil(server, step),
      error: { code: reason, kind, message: say(saidOf(error)), ...(field === undefined ? {} : { field }) },
      tookMs: tookMs(),
    };
  }
}
