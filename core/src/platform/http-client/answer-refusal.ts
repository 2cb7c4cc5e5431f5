import { inEnglish, sentence, type Sentence } from '../words/index.js';
import type { OutboundRefusal } from './outbound-guard.js';

/** Raised inside an exchange when the answer cannot be accepted. */
export class AnswerRefusal extends Error {
  override readonly name = 'AnswerRefusal';

  /** @param sayOf says it of the host that answered */
  constructor(readonly sayOf: (host: string) => Sentence) {
    super(inEnglish(sayOf('The server')));
  }
}

export function redirectsToForbidden({ said }: OutboundRefusal): AnswerRefusal {
  return new AnswerRefusal((host) => sentence('fault.redirects_to_forbidden', { host, reason: said }));
}

export function redirectsTooOften(count: number): AnswerRefusal {
  return new AnswerRefusal((host) => sentence('fault.redirects_too_often', { host, count }));
}

export function redirectsToNothing(): AnswerRefusal {
  return new AnswerRefusal((host) => sentence('fault.redirects_to_nothing', { host }));
}
