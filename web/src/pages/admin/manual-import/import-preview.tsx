import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ImportPreview as Preview } from '../../../api/types.js';
import { FileChecks } from '../../../components/request/file-checks.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import classes from './manual-import.module.css';

/** So many names are shown; the others are counted. */
const MOST_NAMES = 12;

function Facts({ preview }: { preview: Preview }) {
  const { t, bytes, duration } = useI18n();
  const { durationSeconds, expectedMinutes } = preview;
  const length = durationSeconds === undefined ? '' : duration(Math.round(durationSeconds / 60));
  const facts = [
    t('manual.count', { count: preview.fileCount }),
    bytes(preview.bytes),
    length === ''
      ? ''
      : expectedMinutes === undefined
        ? t('manual.length', { length })
        : t('manual.length.expected', { length, expected: duration(expectedMinutes) }),
  ];
  return <p className="dim small">{joinFacts(facts.filter(Boolean))}</p>;
}

/** What an import would do with the files, and how they compare with the book. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const { t } = useI18n();
  const { verdict, finding, checks, files, fileCount, otherCount, skipped } = preview;
  const Icon = verdict === 'ok' ? IconCircleCheck : IconAlertTriangle;
  const shown = files.slice(0, MOST_NAMES);
  return (
    <>
      <div className={classes.verdict} data-verdict={verdict} role="status">
        <Icon size={22} stroke={1.8} aria-hidden="true" />
        <div>
          <strong>{t(`manual.verdict.${verdict}`)}</strong>
          {finding ? (
            <p>
              <bdi>{finding}</bdi>
            </p>
          ) : null}
          {checks.length > 0 ? <FileChecks checks={checks} /> : null}
        </div>
      </div>
      <Facts preview={preview} />
      <ul className={classes.names}>
        {shown.map(({ name }) => (
          <li key={name}>
            <bdi dir="ltr">{name}</bdi>
          </li>
        ))}
        {fileCount > shown.length ? <li className="dim">{t('manual.more', { count: fileCount - shown.length })}</li> : null}
      </ul>
      {otherCount > 0 ? <p className="dim small">{t('manual.others', { count: otherCount })}</p> : null}
      {skipped.length > 0 ? (
        <>
          <h3 className={classes.subtitle}>{t('manual.skipped')}</h3>
          <ul className={classes.names}>
            {skipped.map(({ name, reason }) => (
              <li key={name}>
                <bdi dir="ltr">{name}</bdi> <span className="dim">– {t(`manual.skipped.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
