import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownIdentitiesQuery, useUnlink } from '../../../api/queries/identity-queries.js';
import { providersQuery } from '../../../api/queries/session-queries.js';
import type { ExternalProvider, OwnIdentity } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { labelled } from '../../../i18n/join-names.js';
import classes from '../account.module.css';
import { LinkDialog } from './link-dialog.js';

function IdentityRow({ identity, name, onUnlink }: { identity: OwnIdentity; name: string; onUnlink: () => void }) {
  const { t, date } = useI18n();
  const linked = { date: date(identity.linkedAt) };
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{name}</strong>
        <span className="dim small">
          {identity.accountName ? t('identities.as', { name: identity.accountName, ...linked }) : t('identities.since', linked)}
          {identity.provider.offered ? '' : ` · ${t('identities.off')}`}
        </span>
      </div>
      <Button variant="default" onClick={onUnlink} aria-label={labelled(t('identities.unlink'), name)}>
        {t('identities.unlink')}
      </Button>
    </li>
  );
}

/** External accounts of the caller, and the services that can be added. Nothing without any. */
export function IdentitySection() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(ownIdentitiesQuery);
  const { data: providers } = useQuery(providersQuery);
  const unlink = useUnlink();
  const [linking, setLinking] = useState<ExternalProvider | null>(null);
  const [unlinking, setUnlinking] = useState<OwnIdentity | null>(null);
  const nameOf = ({ provider }: OwnIdentity) => provider.name ?? t('identities.unknown');
  const more = data ? (providers?.external ?? []).filter(({ id }) => !data.some(({ provider }) => provider.id === id)) : [];
  if (data?.length === 0 && more.length === 0) return null;
  return (
    <Section title={t('identities.title')}>
      <p className="dim">{t('identities.lead')}</p>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {!data && !error ? <LoadingBlock h={72} /> : null}
      {data?.length === 0 ? <p className="dim">{t('identities.none')}</p> : null}
      {data && data.length > 0 ? (
        <ul className={classes.list}>
          {data.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} name={nameOf(identity)} onUnlink={() => setUnlinking(identity)} />
          ))}
        </ul>
      ) : null}
      {more.length > 0 ? (
        <div className={classes.more}>
          {more.map((provider) => (
            <Button key={provider.id} variant="default" leftSection={<IconLink size={18} />} onClick={() => setLinking(provider)}>
              {t('identities.link', { name: provider.name })}
            </Button>
          ))}
        </div>
      ) : null}
      {linking ? <LinkDialog provider={linking} onClose={() => setLinking(null)} /> : null}
      {unlinking ? (
        <ConfirmDialog
          title={t('identities.unlink.title', { name: nameOf(unlinking) })}
          confirm={t('identities.unlink')}
          danger
          busy={unlink.isPending}
          onClose={() => setUnlinking(null)}
          onConfirm={() =>
            unlink.mutate(unlinking.id, {
              onSuccess: () => {
                setUnlinking(null);
                toast.done(t('identities.unlinked'));
              },
              onError: (problem) => {
                setUnlinking(null);
                toast.problem(errorText(problem));
              },
            })
          }
        >
          {t('identities.unlink.body')}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
