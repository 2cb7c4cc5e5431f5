import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { CheckAnswer } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './integrations.module.css';

interface CheckResultProps {
  answer: CheckAnswer;
  /** Replaces the sentence about the connection. */
  success?: string;
  /** The title of the field that states the error. */
  field?: string | undefined;
}

/** The result of a connection test. It names the field that has an error; the field itself says which. */
export function CheckResult({ answer, success, field }: CheckResultProps) {
  const { t } = useI18n();
  return (
    <div className={classes.answer} data-ok={answer.ok} role="status">
      {answer.ok ? <IconCircleCheck size={20} aria-hidden="true" /> : <IconAlertTriangle size={20} aria-hidden="true" />}
      <div>
        {answer.ok
          ? (success ??
            t(answer.version ? 'integrations.test.ok' : 'integrations.test.okPlain', { version: answer.version ?? '', ms: answer.tookMs }))
          : field === undefined
            ? (answer.error?.message ?? t('error.unknown'))
            : t('integrations.test.atField', { field })}
        {answer.details && answer.details.length > 0 ? (
          <ul>
            {answer.details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
