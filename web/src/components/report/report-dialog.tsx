import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useReport } from '../../api/queries/report-queries.js';
import type { AnnotatedBook, ReportKind } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';
import { Dialog } from '../feedback/dialog.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { LONGEST_TEXT, REPORT_KINDS } from './report-look.js';
import './use-report-messages.js';

/** Asks what is wrong with a book, and sends it to the admins. */
export function ReportDialog({ book, onClose }: { book: Pick<AnnotatedBook, 'asin' | 'title'>; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const report = useReport(book.asin);
  const [kind, setKind] = useState<ReportKind>();
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const words = text.trim();
  const send = () => {
    setTried(true);
    if (!kind || words === '') return;
    report.mutate(
      { kind, text: words },
      {
        onSuccess: () => {
          toast.done(t('report.sent'));
          onClose();
        },
        onError: (error) => toast.problem(errorText(error)),
      },
    );
  };
  return (
    <Dialog onClose={onClose} title={t('report.dialog.title', { title: book.title })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="lg">
          <Radio.Group
            label={t('report.dialog.kind')}
            value={kind ?? null}
            onChange={(value) => setKind(REPORT_KINDS.find((one) => one === value))}
            error={isTried && !kind ? t('report.dialog.kindMissing') : null}
          >
            <Stack gap="sm" mt="xs">
              {REPORT_KINDS.map((one) => (
                <Radio key={one} value={one} label={t(`report.kind.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t('report.dialog.text')}
            description={t('report.dialog.textHelp')}
            error={isTried && words === '' ? t('report.dialog.textMissing') : null}
            value={text}
            maxLength={LONGEST_TEXT}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={3}
            maxRows={10}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ActionButton type="submit" loading={report.isPending}>
            {t('report.dialog.send')}
          </ActionButton>
        </Group>
      </form>
    </Dialog>
  );
}
