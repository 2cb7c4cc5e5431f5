import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconKeyOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { userChoicesQuery } from '../../../api/queries/admin-queries.js';
import { everyonesTokensQuery, useRevokeAnyApiToken, type TokenSearch } from '../../../api/queries/api-token-queries.js';
import type { ApiToken } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { NewTokenDialog } from '../../account/api-tokens/new-token-dialog.js';
import classes from '../admin.module.css';
import { TokenTable } from './token-table.js';

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const revoke = useRevokeAnyApiToken();
  return (
    <ConfirmDialog
      title={t('tokens.revoke.title', { name: token.name })}
      confirm={t('tokens.revoke')}
      danger
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.mutate(token.id, { onSuccess: onClose, onError: (problem) => toast.problem(errorText(problem)) })}
    >
      {t('tokens.revoke.body')}
    </ConfirmDialog>
  );
}

/** Everybody's API tokens: permissions, last use and expiry. */
export function ApiTokensPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const wanted = useSearch({ from: '/shell/admin/api-tokens' });
  const { person, ended, page = 1 } = wanted;
  const active = ended !== true;
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const { data: users = [] } = useQuery(userChoicesQuery);
  const { data, error, refetch } = useQuery(everyonesTokensQuery({ userId: person, active }, page));
  // replaced, so that Back leaves the list instead of undoing one choice after the other
  const change = (members: TokenSearch) =>
    void navigate({ to: '.', search: { ...wanted, page: undefined, ...members }, replace: true, resetScroll: false });
  const turnTo = (next: number, replace = false) => void navigate({ to: '.', search: { ...wanted, page: next }, replace });
  useLastPage(data, (last) => turnTo(last, true));
  return (
    <>
      <PageHeader
        title={t('tokens.title')}
        lead={t('everyonesTokens.lead')}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)} disabled={users.length === 0}>
            {t('tokens.new')}
          </Button>
        }
      />
      <div className={classes.toolbar}>
        <Select
          aria-label={t('everyonesTokens.person')}
          placeholder={t('everyonesTokens.person.any')}
          data={users.map(({ id, username }) => ({ value: id, label: username }))}
          value={person ?? null}
          onChange={(value) => change({ person: value ?? undefined })}
          clearable
          searchable
        />
        <SegmentedControl
          aria-label={t('everyonesTokens.shown')}
          value={active ? 'active' : 'ended'}
          data={[
            { value: 'active', label: t('everyonesTokens.active') },
            { value: 'ended', label: t('everyonesTokens.ended') },
          ]}
          onChange={(value) => change({ ended: value === 'ended' ? true : undefined })}
        />
      </div>
      {data && data.items.length > 0 ? (
        <>
          <TokenTable tokens={data.items} onRevoke={setRevoking} />
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={turnTo} />
        </>
      ) : data ? (
        <StatePanel icon={IconKeyOff} title={t(active ? 'everyonesTokens.none' : 'everyonesTokens.none.ended')} compact />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={240} />
      )}
      {making ? <NewTokenDialog owners={users.filter(({ state }) => state === 'active')} onClose={() => setMaking(false)} /> : null}
      {revoking ? <RevokeDialog token={revoking} onClose={() => setRevoking(null)} /> : null}
    </>
  );
}
