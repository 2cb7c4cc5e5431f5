import { Button } from '@mantine/core';
import type { ApiToken } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, joinNames, labelled } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';

function isGood({ revokedAt, expiresAt }: ApiToken): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { t, date, relative } = useI18n();
  const { revokedAt, expiresAt, lastUsedAt } = token;
  const good = isGood(token);
  const end = good
    ? expiresAt === null
      ? t('tokens.lasts.ever')
      : t('tokens.until', { date: date(expiresAt) })
    : revokedAt === null
      ? t('everyonesTokens.expired', { when: relative(expiresAt ?? '') })
      : t('everyonesTokens.revoked', { when: relative(revokedAt) });
  return (
    <tr>
      <td>
        <strong>{token.name}</strong>
        <span className={classes.sub}>
          <code>{token.prefix}…</code>
        </span>
      </td>
      <td data-label={t('everyonesTokens.person')}>{token.username}</td>
      <td data-label={t('everyonesTokens.scopes')}>{joinFacts(token.scopes.map((scope) => t(`tokens.scope.${scope}`)))}</td>
      <td>
        {lastUsedAt ? t('tokens.used', { when: relative(lastUsedAt) }) : t('tokens.neverUsed')}
        <span className={classes.sub}>{end}</span>
      </td>
      <td>
        {good ? (
          <Button variant="default" onClick={onRevoke} aria-label={labelled(t('tokens.revoke'), joinNames([token.name, token.username]))}>
            {t('tokens.revoke')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

/** Tokens with their owners. */
export function TokenTable({ tokens, onRevoke }: { tokens: readonly ApiToken[]; onRevoke: (token: ApiToken) => void }) {
  const { t } = useI18n();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('everyonesTokens.token')}</th>
          <th scope="col">{t('everyonesTokens.person')}</th>
          <th scope="col">{t('everyonesTokens.scopes')}</th>
          <th scope="col">{t('everyonesTokens.use')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('tokens.revoke')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} />
        ))}
      </tbody>
    </table>
  );
}
