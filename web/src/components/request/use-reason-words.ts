import { useMe } from '../../api/queries/session-queries.js';
import type { RequestDetail } from '../../api/types.js';
import { needMessages, wordsOf } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';

needMessages('serverReasons');

type Reason = Pick<NonNullable<RequestDetail['reason']>, 'message' | 'nextStep' | 'todo' | 'wording' | 'values'>;
type ReasonWords = Pick<Reason, 'message' | 'nextStep' | 'todo'>;

const ENDS = /\.(at_rest|given_up)$/;

/** The sentences of a wait reason in the language of the page; the server's own, where the page has no words for the wording. */
export function useReasonWords(): (reason: Reason) => ReasonWords {
  const { t, say } = useI18n();
  const audience = useMe().role === 'admin' ? 'admin' : 'member';
  return ({ message, nextStep, todo, wording = '', values = {} }) => {
    const key = `reason.${wording.replace(ENDS, '')}.${audience}`;
    const isKnown = wordsOf(`${key}.message`, '') !== '';
    const tries = isKnown && wording.endsWith('.given_up') ? ` ${t('request.triedInVain', values)}` : '';
    const choice = wordsOf(`${key}.choice`, '') === '' ? 'todo' : 'choice';
    return {
      message: say(`${key}.message`, message, values) + tries,
      ...(nextStep === undefined ? {} : { nextStep: say(`${key}.nextStep`, nextStep, values) }),
      ...(todo === undefined ? {} : { todo: say(`${key}.${choice}`, todo, values) }),
    };
  };
}
