import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withBase } from '../../../api/base-path.js';
import { apiTokensQuery, useRevokeApiToken } from '../../../api/queries/api-token-queries.js';
import type { ApiToken } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../../i18n/join-names.js';
import { NewTokenDialog } from './new-token-dialog.js';
import classes from '../account.module.css';

function isActive({ revokedAt, expiresAt }: ApiToken): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { t, date, relative } = useI18n();
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{token.name}</strong>
        <span className="dim small">
          <code>{token.prefix}…</code> · {joinFacts(token.scopes.map((scope) => t(`tokens.scope.${scope}`)))}
        </span>
        <span className="dim small">
          {token.lastUsedAt ? t('tokens.used', { when: relative(token.lastUsedAt) }) : t('tokens.neverUsed')} ·{' '}
          {token.expiresAt ? t('tokens.until', { date: date(token.expiresAt) }) : t('tokens.lasts.ever')}
        </span>
      </div>
      <Button variant="default" onClick={onRevoke} aria-label={labelled(t('tokens.revoke'), token.name)}>
        {t('tokens.revoke')}
      </Button>
    </li>
  );
}

/** The caller's tokens: permissions, last use and expiry. */
export function TokenSection() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(apiTokensQuery);
  const revoke = useRevokeApiToken();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const active = data?.filter(isActive) ?? [];
  return (
    <Section
      title={t('tokens.title')}
      actions={
        <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setMaking(true)}>
          {t('tokens.new')}
        </Button>
      }
    >
      <p className="dim">
        {t('tokens.lead')}{' '}
        <a href={withBase('/api/docs')} target="_blank" rel="noreferrer">
          {t('tokens.docs')}
        </a>
      </p>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <LoadingBlock h={72} /> : null}
      {data && active.length === 0 ? <p className="dim">{t('tokens.none')}</p> : null}
      {active.length > 0 ? (
        <ul className={classes.list}>
          {active.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      ) : null}
      {making ? <NewTokenDialog onClose={() => setMaking(false)} /> : null}
      {revoking ? (
        <ConfirmDialog
          title={t('tokens.revoke.title', { name: revoking.name })}
          confirm={t('tokens.revoke')}
          danger
          busy={revoke.isPending}
          onClose={() => setRevoking(null)}
          onConfirm={() =>
            revoke.mutate(revoking.id, {
              onSuccess: () => setRevoking(null),
              onError: (problem) => toast.problem(errorText(problem)),
            })
          }
        >
          {t('tokens.revoke.body')}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
