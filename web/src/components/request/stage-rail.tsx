import { IconCheck, IconX } from '@tabler/icons-react';
import type { RequestDetail } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { comma } from '../../i18n/join-names.js';
import classes from './stage-rail.module.css';

/** From the request to the library, each stage in the words of where it is: “Search”, “Searching”, “Found” or “Not found”. */
export function StageRail({ request }: { request: RequestDetail }) {
  const { t, percent, relative, dateTime } = useI18n();
  return (
    <ol className={classes.rail} aria-label={t('stage.rail')}>
      {request.stages.map(({ stage, state, at }) => {
        const downloading = stage === 'downloading' && state === 'current' && request.progress;
        return (
          <li key={stage} className={classes.stage} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={classes.stageDot} aria-hidden="true">
              {state === 'done' ? <IconCheck size={14} stroke={3} /> : state === 'failed' ? <IconX size={14} stroke={3} /> : null}
            </span>
            <span className={classes.stageName}>
              {t(`stage.${stage}.${state}`)}
              {downloading ? <span className="tabular"> {percent(downloading.fraction)}</span> : null}
              <span className="visually-hidden">
                {comma()}
                {t(`stage.${state}`)}
              </span>
            </span>
            {at ? (
              <time className={classes.stageTime} dateTime={at} title={dateTime(at)}>
                {relative(at)}
              </time>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
