import { useI18n } from '../../i18n/i18n-context.js';

const SOON_MS = 60_000;

/** Words for when something is tried again, without a stop. A time that has come is no time of day: the work waits for its turn. */
export function useNextTry(): (at: string) => string {
  const { t, moment, upcoming } = useI18n();
  return (at) =>
    new Date(at).getTime() - Date.now() < SOON_MS ? t('requests.nextSoon') : t('requests.next', { when: upcoming(at), at: moment(at) });
}
