import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconDots, IconPlayerPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChangeWebhook, useTestWebhook } from '../../../api/queries/webhook-queries.js';
import type { Webhook } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ActionMenu } from '../../../components/controls/action-menu.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import rows from '../../../components/page/item-rows.module.css';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import admin from '../admin.module.css';
import { DeleteWebhook, EditWebhook, RenewSecret } from './webhook-dialogs.js';
import type { EventChoice } from './webhook-form.js';
import classes from './webhooks.module.css';

function WebhookState({ webhook: { enabled, failingSince, pausedBecause, deliveredAt } }: { webhook: Webhook }) {
  const { t } = useI18n();
  if (pausedBecause !== null) {
    return (
      <Chip tone="bad" icon={IconPlayerPause}>
        {t('webhooks.state.paused')}
      </Chip>
    );
  }
  if (!enabled) {
    return (
      <Chip tone="closed" icon={IconPlayerPause}>
        {t('webhooks.state.off')}
      </Chip>
    );
  }
  if (failingSince !== null) {
    return (
      <Chip tone="bad" icon={IconAlertTriangle}>
        {t('webhooks.state.fails')}
      </Chip>
    );
  }
  return deliveredAt === null ? (
    <Chip tone="closed" icon={IconClock}>
      {t('webhooks.state.new')}
    </Chip>
  ) : (
    <Chip tone="good" icon={IconCircleCheck}>
      {t('webhooks.state.works')}
    </Chip>
  );
}

/** What a test led to, where it was asked for. */
function TestResult({ test }: { test: ReturnType<typeof useTestWebhook> }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data, error } = test;
  if (error) {
    return (
      <p className={admin.problem} role="alert">
        {errorText(error)}
      </p>
    );
  }
  if (!data) return null;
  return (
    <div className={classes.tested} role="status">
      {data.delivered ? (
        <p className={classes.good}>{t('webhooks.tested', { ms: data.tookMs, status: data.status ?? 0 })}</p>
      ) : (
        <p className={admin.problem}>
          <bdi>{data.error}</bdi>
        </p>
      )}
      {data.answer === '' ? null : (
        <figure className={classes.answer}>
          <figcaption className="dim small">{t('webhooks.tested.answer')}</figcaption>
          <pre className={classes.code}>{data.answer}</pre>
        </figure>
      )}
    </div>
  );
}

const PAUSE_WORDS = { failing: 'webhooks.paused.failing', too_many_waiting: 'webhooks.paused.tooMany' } as const;

/** Why Lectern itself switched a webhook off, with the way back. */
function Paused({ webhook: { id, name, pausedBecause } }: { webhook: Webhook }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const change = useChangeWebhook(id);
  if (pausedBecause === null) return null;
  return (
    <div className={classes.paused}>
      <p className={admin.problem}>{change.error ? errorText(change.error) : t(PAUSE_WORDS[pausedBecause])}</p>
      <ActionButton
        variant="default"
        loading={change.isPending}
        aria-label={t('webhooks.on.of', { name })}
        onClick={() => change.mutate({ enabled: true })}
      >
        {t('webhooks.on')}
      </ActionButton>
    </div>
  );
}

type Open = 'edit' | 'renew' | 'delete';

interface ActionsProps {
  webhook: Webhook;
  events: readonly EventChoice[];
  test: ReturnType<typeof useTestWebhook>;
  onGone: () => void;
}

function Actions({ webhook, events, test, onGone }: ActionsProps) {
  const { t } = useI18n();
  const { id, name } = webhook;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const more = (
    <ActionIcon variant="default" size={36} aria-label={t('webhooks.more', { name })}>
      <IconDots size={18} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <div className={rows.actions}>
      <ActionButton variant="default" loading={test.isPending} aria-label={t('webhooks.test.of', { name })} onClick={() => test.mutate()}>
        {t('webhooks.test')}
      </ActionButton>
      <Button
        variant="default"
        aria-label={t('webhooks.log.of', { name })}
        renderRoot={(props) => <Link {...props} to="/admin/webhooks/$webhookId" params={{ webhookId: id }} />}
      >
        {t('webhooks.log')}
      </Button>
      <ActionMenu target={more}>
        <Menu.Item onClick={() => setOpen('edit')}>{t('webhooks.edit')}</Menu.Item>
        <Menu.Item onClick={() => setOpen('renew')}>{t('webhooks.renew')}</Menu.Item>
        <Menu.Item color="red" onClick={() => setOpen('delete')}>
          {t('webhooks.delete')}
        </Menu.Item>
      </ActionMenu>
      {open === 'edit' ? <EditWebhook webhook={webhook} events={events} onClose={close} /> : null}
      {open === 'renew' ? <RenewSecret webhook={webhook} onClose={close} /> : null}
      {open === 'delete' ? <DeleteWebhook webhook={webhook} onClose={close} onDone={onGone} /> : null}
    </div>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  events: readonly EventChoice[];
  /** Called when it was deleted. */
  onGone: () => void;
}

/** A webhook: where it leads, whether it works, and what can be done with it. */
export function WebhookRow({ webhook, events, onGone }: WebhookRowProps) {
  const { t, relative, dateTime } = useI18n();
  const test = useTestWebhook(webhook.id);
  const { name, url, events: chosen, enabled, waiting, deliveredAt, failingSince } = webhook;
  const facts = [
    chosen === null ? t('webhooks.allEvents') : t('webhooks.someEvents', { count: chosen.length }),
    ...(waiting > 0 ? [t('webhooks.waiting', { count: waiting })] : []),
    ...(deliveredAt === null ? [] : [t('webhooks.delivered', { when: relative(deliveredAt) })]),
  ];
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <div className={rows.words}>
          <span className={classes.name}>
            <strong className={`serif ${rows.title}`}>{name}</strong>
            <WebhookState webhook={webhook} />
          </span>
          <code className={admin.mono}>{url}</code>
          <span className="dim small">{joinFacts(facts)}</span>
        </div>
        <Actions webhook={webhook} events={events} test={test} onGone={onGone} />
      </div>
      {enabled && failingSince !== null && test.data === undefined ? (
        <p className={admin.problem}>{t('webhooks.failing', { date: dateTime(failingSince) })}</p>
      ) : null}
      <Paused webhook={webhook} />
      <TestResult test={test} />
    </li>
  );
}
