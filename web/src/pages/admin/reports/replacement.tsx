import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { replacementQuery } from '../../../api/queries/report-queries.js';
import { requestQuery } from '../../../api/queries/request-queries.js';
import { isDropped } from '../../../api/request-status.js';
import type { Replacement as ReplacementOf } from '../../../api/types.js';
import { Section } from '../../../components/page/section.js';
import { ProgressLine } from '../../../components/request/progress-line.js';
import { StatusChip } from '../../../components/status/status-chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './evidence.module.css';

function useSentence(): (replacement: ReplacementOf, status: ReplacementOf['status']) => string {
  const { t } = useI18n();
  return ({ state, binned, removed, kept }, status) => {
    if (binned && state === 'removing') return t('reports.replacement.binning');
    if (binned && state === 'done') return t(kept > 0 ? 'reports.replacement.binnedKept' : 'reports.replacement.binned', { removed, kept });
    if (state === 'removing') return t('reports.replacement.removing');
    if (state === 'done' && kept > 0) return t('reports.replacement.doneKept', { removed, kept });
    if (state === 'done') return t('reports.replacement.done', { removed });
    return t(isDropped(status) ? 'reports.replacement.ended' : 'reports.replacement.waiting');
  };
}

/** The last replacement because of a report; the state of its request is followed live. */
function useReplacement(reportId: string) {
  const { data: replacement } = useQuery(replacementQuery(reportId));
  const requestId = replacement?.requestId ?? '';
  const { data: request } = useQuery({ ...requestQuery(requestId), enabled: requestId !== '' });
  return replacement ? { replacement, request, status: request?.status ?? replacement.status } : undefined;
}

/** How far the request for another copy is. */
export function Replacement({ reportId, title }: { reportId: string; title: string }) {
  const { t } = useI18n();
  const sentence = useSentence();
  const found = useReplacement(reportId);
  if (!found) return null;
  const { replacement, request, status } = found;
  const progress = request?.progress;
  return (
    <Section title={t('reports.replacement')}>
      <div className={classes.replacement}>
        <StatusChip status={status} reason={request?.reason?.code} {...(progress ? { fraction: progress.fraction } : {})} />
        <p>{sentence(replacement, status)}</p>
        {request?.reason && replacement.state === 'waiting' ? <p className="dim small">{request.reason.message}</p> : null}
        {progress && request.group === 'active' ? <ProgressLine progress={progress} label={title} /> : null}
        {replacement.binned && replacement.removed > 0 ? (
          <Link to="/admin/library/bin" className="small">
            {t('reports.replacement.bin')}
          </Link>
        ) : null}
        <Link to="/requests/$requestId" params={{ requestId: replacement.requestId }} className="small">
          {t('reports.release.request')}
        </Link>
      </div>
    </Section>
  );
}

/** Whether another copy is on its way, so that no second one is asked for. */
export function useIsBeingReplaced(reportId: string): boolean {
  const found = useReplacement(reportId);
  return found !== undefined && found.replacement.state !== 'done' && !isDropped(found.status);
}
