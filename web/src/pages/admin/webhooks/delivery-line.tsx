import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useSendAgain } from '../../../api/queries/webhook-queries.js';
import type { WebhookDelivery } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import rows from '../../../components/page/item-rows.module.css';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import admin from '../admin.module.css';
import classes from './webhooks.module.css';

const LOOKS = {
  queued: { tone: 'moving', icon: IconClock },
  delivered: { tone: 'good', icon: IconCircleCheck },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const;

function Exchange({ delivery: { body, answer } }: { delivery: WebhookDelivery }) {
  const { t } = useI18n();
  return (
    <details className={classes.exchange}>
      <summary>{t('webhookLog.details')}</summary>
      <p className={`dim small ${classes.label}`}>{t('webhookLog.sent')}</p>
      <pre className={classes.code} tabIndex={0} aria-label={t('webhookLog.sent')}>
        {JSON.stringify(body, null, 2)}
      </pre>
      <p className={`dim small ${classes.label}`}>{t('webhookLog.answer')}</p>
      {answer ? (
        <pre className={classes.code} tabIndex={0} aria-label={t('webhookLog.answer')}>
          {answer}
        </pre>
      ) : (
        <p className="dim small">{t('webhookLog.answer.none')}</p>
      )}
    </details>
  );
}

interface DeliveryLineProps {
  webhookId: string;
  /** Whether the webhook is switched on. */
  isOn: boolean;
  title: string;
  delivery: WebhookDelivery;
}

/** An event that was sent, or is to be: how that went, what was said, and once more if wanted. */
export function DeliveryLine({ webhookId, isOn, title, delivery }: DeliveryLineProps) {
  const { t, relative, dateTime, upcoming } = useI18n();
  const errorText = useErrorText();
  const again = useSendAgain(webhookId);
  const { id, state, body, attempts, nextAt, status, tookMs, error } = delivery;
  const { tone, icon } = LOOKS[state];
  const facts = [
    ...(attempts > 0 ? [t('webhookLog.attempts', { count: attempts })] : []),
    ...(status === null ? [] : [`HTTP ${status}`]),
    ...(tookMs === null ? [] : [t('webhookLog.took', { ms: tookMs })]),
    ...(state === 'queued' && nextAt !== null ? [t('webhookLog.next', { when: upcoming(nextAt) })] : []),
  ];
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <div className={rows.words}>
          <span className={classes.name}>
            <strong>{title}</strong>
            <Chip tone={tone} icon={icon}>
              {t(`webhookLog.state.${state}`)}
            </Chip>
          </span>
          <span className="dim small">
            <time dateTime={body.at} title={relative(body.at)}>
              {dateTime(body.at)}
            </time>
            {facts.length > 0 ? ` · ${joinFacts(facts)}` : null}
          </span>
        </div>
        <div className={rows.actions}>
          <ActionButton
            variant="default"
            size="xs"
            loading={again.isPending}
            disabled={!isOn}
            aria-label={t('webhookLog.again.of', { event: title, when: dateTime(body.at) })}
            onClick={() =>
              again.mutate(id, {
                onSuccess: () => toast.done(t('webhookLog.again.done')),
                onError: (problem) => toast.problem(errorText(problem)),
              })
            }
          >
            {t('webhookLog.again')}
          </ActionButton>
        </div>
      </div>
      {error === null ? null : (
        <p className={admin.problem}>
          <bdi>{error}</bdi>
        </p>
      )}
      <Exchange delivery={delivery} />
    </li>
  );
}
