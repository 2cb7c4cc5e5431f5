import { Switch } from '@mantine/core';
import type { RequestDetail } from '../../api/types.js';
import { useAct } from '../../components/request/use-act.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './request-page.module.css';

/** Whether any reading will do: a switch for whoever may change it, words for others. */
export function AnyReading({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const { busy, act } = useAct();
  const { anyReading } = request;
  if (!request.actions.includes('set_any_reading')) {
    return anyReading ? <p className="dim small">{t('requests.anyReading')}</p> : null;
  }
  return (
    <Switch
      className={classes.anyReading ?? ''}
      label={t('ask.anyReading')}
      description={t('ask.anyReading.help')}
      checked={anyReading}
      aria-busy={busy !== null}
      onChange={(event) =>
        busy === null ? act(request.id, { action: 'set_any_reading', anyReading: event.currentTarget.checked }) : undefined
      }
    />
  );
}
