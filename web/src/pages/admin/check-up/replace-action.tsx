import { useNavigate } from '@tanstack/react-router';
import { useOpenReport } from '../../../api/queries/report-queries.js';
import type { CheckUpFinding } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { LONGEST_TEXT } from '../../../components/report/report-look.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinNames, labelled } from '../../../i18n/join-names.js';

type Evidence = Exclude<CheckUpFinding['evidence'], { kind: 'no_asin' }>;

/** Reports the finding, or opens the report that there is: on its page another copy is asked for. */
function ReportFinding({ asin, title, evidence }: { asin: string; title: string; evidence: Evidence }) {
  const { t, duration } = useI18n();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { mutate, isPending } = useOpenReport(asin);
  const text =
    evidence.kind === 'length'
      ? t('checkUp.replace.length', { length: duration(evidence.minutes), catalogue: duration(evidence.catalogueMinutes) })
      : t('checkUp.replace.silent', {
          silent: evidence.silent,
          looked: evidence.looked,
          names: joinNames(evidence.files.map(({ name }) => name)),
        });
  return (
    <ActionButton
      variant="default"
      loading={isPending}
      aria-label={labelled(t('checkUp.replace'), title)}
      onClick={() =>
        mutate(
          { kind: evidence.kind === 'length' ? 'recording' : 'sound', text: text.slice(0, LONGEST_TEXT) },
          {
            onSuccess: (reportId) => void navigate({ to: '/admin/reports/$reportId', params: { reportId } }),
            onError: (error) => toast.problem(t('action.failed', { message: errorText(error) })),
          },
        )
      }
    >
      {t('checkUp.replace')}
    </ActionButton>
  );
}

/** The way to another copy of a book: on the page of the report it is asked for. */
export function ReplaceAction({ item: { asin, title }, evidence }: Pick<CheckUpFinding, 'item' | 'evidence'>) {
  if (!asin || evidence.kind === 'no_asin') return null;
  return <ReportFinding asin={asin} title={title} evidence={evidence} />;
}
