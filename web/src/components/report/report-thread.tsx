import type { ReportThread as Thread } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Section } from '../page/section.js';
import classes from './report.module.css';
import { useReporterName } from './use-reporter-name.js';
import './use-report-messages.js';

interface LineProps {
  who: string;
  at: string;
  side: 'reporter' | 'admin';
  /** What was decided. */
  did?: string | undefined;
  text: string;
}

function Line({ who, at, side, did, text }: LineProps) {
  const { relative, dateTime } = useI18n();
  return (
    <li className={classes.line} data-side={side}>
      <span className={classes.lineHead}>
        <strong>{who}</strong>
        <time className="dim small" dateTime={at} title={dateTime(at)}>
          {relative(at)}
        </time>
      </span>
      {did === undefined ? null : <span className={classes.did}>{did}</span>}
      {text === '' ? null : (
        <p className={classes.text}>
          <bdi>{text}</bdi>
        </p>
      )}
    </li>
  );
}

/** What was reported, and what both sides said and decided since. @param isMine the reporter reads it */
export function ReportThread({ report, isMine = false }: { report: Thread; isMine?: boolean }) {
  const { t } = useI18n();
  const nameOf = useReporterName();
  const you = t('report.line.you');
  return (
    <Section title={t('report.thread')}>
      <ol className={classes.thread}>
        <Line
          who={isMine ? you : nameOf(report.reporter)}
          at={report.createdAt}
          side="reporter"
          did={t(`report.kind.${report.kind}`)}
          text={report.text}
        />
        {report.entries.map(({ id, at, from, writer, mine, did, text }) => {
          const name = nameOf(writer);
          const who = mine ? you : from === 'admin' ? t('report.line.admin', { name }) : name;
          return <Line key={id} who={who} at={at} side={from} did={did === 'answered' ? undefined : t(`report.did.${did}`)} text={text} />;
        })}
      </ol>
    </Section>
  );
}
