import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import type { FileCheck } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './file-checks.module.css';

const ICONS = { agrees: IconCheck, differs: IconAlertTriangle, unknown: IconMinus } as const;

/** Each fact that was compared when the files were checked, beside what the catalogue says. */
export function FileChecks({ checks }: { checks: readonly FileCheck[] }) {
  const { t } = useI18n();
  return (
    <table className={classes.checks}>
      <caption className="visually-hidden">{t('request.checks')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('request.checks.what')}</span>
          </th>
          <th scope="col">{t('request.checks.wanted')}</th>
          <th scope="col">{t('request.checks.found')}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ what, wanted, found, verdict }) => {
          const Icon = ICONS[verdict];
          return (
            <tr key={what} data-verdict={verdict}>
              <th scope="row">
                <Icon size={16} stroke={1.8} aria-hidden="true" />
                {t(`request.checks.${what}`)}
                <span className="visually-hidden"> {t(`request.checks.${verdict}`)}</span>
              </th>
              <td>{wanted === undefined ? t('request.checks.nothing') : <bdi>{wanted}</bdi>}</td>
              <td>{found === undefined ? t('request.checks.nothing') : <bdi>{found}</bdi>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
