import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { targetsQuery, useRemoveTarget } from '../../../api/queries/notification-queries.js';
import type { NotificationTarget, TargetPlugin } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import account from '../account.module.css';
import classes from './notification-settings.module.css';
import { TargetDialog } from './target-dialog.js';
import { TestWay } from './way-list.js';

function TargetRow({ target, plugin }: { target: NotificationTarget; plugin: TargetPlugin | undefined }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const remove = useRemoveTarget(target.id);
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <li className={account.row}>
      <div className={account.words}>
        <strong>{target.name}</strong>
        <span className="dim small">{target.pluginName}</span>
        {target.lastError ? <span className={classes.fault}>{t('ways.target.lastError', { why: target.lastError })}</span> : null}
      </div>
      <div className={classes.buttons}>
        <TestWay way={{ id: target.id, kind: 'plugin', name: target.name }} />
        {plugin ? (
          <Button size="sm" variant="default" onClick={() => setOpen('change')} aria-label={labelled(t('ways.target.change'), target.name)}>
            {t('ways.target.change')}
          </Button>
        ) : null}
        <Button size="sm" variant="default" onClick={() => setOpen('remove')} aria-label={labelled(t('ways.target.remove'), target.name)}>
          {t('ways.target.remove')}
        </Button>
      </div>
      {open === 'change' && plugin ? <TargetDialog plugins={[plugin]} target={target} onClose={close} /> : null}
      {open === 'remove' ? (
        <ConfirmDialog
          title={t('ways.target.confirm', { name: target.name })}
          confirm={t('ways.target.remove')}
          danger
          busy={remove.isPending}
          onClose={close}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => toast.done(t('ways.target.removed')),
              onError: (error) => toast.problem(errorText(error)),
              onSettled: close,
            })
          }
        >
          {t('ways.target.confirm.body')}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

/** A person's own services, which notify nobody else. */
export function TargetSection() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(targetsQuery);
  const [adds, setAdds] = useState(false);
  const plugins = data?.plugins ?? [];
  return (
    <Section title={t('ways.targets')}>
      {data ? (
        <div className={classes.stack}>
          <p className="dim">{plugins.length > 0 ? t('ways.targets.lead') : t('ways.targets.noPlugins')}</p>
          {data.items.length > 0 ? (
            <ul className={account.list} aria-label={t('ways.targets')}>
              {data.items.map((target) => (
                <TargetRow key={target.id} target={target} plugin={plugins.find(({ id }) => id === target.pluginId)} />
              ))}
            </ul>
          ) : null}
          {plugins.length > 0 ? (
            <Button variant="default" className={classes.add ?? ''} onClick={() => setAdds(true)}>
              {t('ways.target.add')}
            </Button>
          ) : null}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : (
        <LoadingBlock h={72} />
      )}
      {adds ? <TargetDialog plugins={plugins} onClose={() => setAdds(false)} /> : null}
    </Section>
  );
}
