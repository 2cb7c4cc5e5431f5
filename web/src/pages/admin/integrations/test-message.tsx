import { IconSend } from '@tabler/icons-react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useSendTestMessage } from '../../../api/queries/integration-queries.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { CheckResult } from './check-result.js';

interface TestMessageProps {
  integrationId: string;
  isOn: boolean;
  /** Whether the form has unsaved changes. */
  isChanged: boolean;
}

/** Sends a real message with the saved settings. */
export function TestMessage({ integrationId, isOn, isChanged }: TestMessageProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const send = useSendTestMessage(integrationId);
  const hindrance = isOn ? (isChanged ? t('testMessage.unsaved') : undefined) : t('testMessage.off');
  return (
    <div className={classes.stack}>
      <div>
        <ActionButton
          variant="default"
          leftSection={<IconSend size={16} aria-hidden="true" className="flip-rtl" />}
          loading={send.isPending}
          disabled={hindrance !== undefined}
          onClick={() => send.mutate()}
        >
          {t('testMessage.send')}
        </ActionButton>
      </div>
      {hindrance ? <p className="dim small">{hindrance}</p> : null}
      {send.data && !hindrance ? <CheckResult answer={send.data} success={t('testMessage.ok', { ms: send.data.tookMs })} /> : null}
      {send.error ? <CheckResult answer={{ ok: false, tookMs: 0, error: { code: '', message: errorText(send.error) } }} /> : null}
    </div>
  );
}
