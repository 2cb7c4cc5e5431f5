import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useId, useMemo, useState } from 'react';
import { isApiError } from '../../../api/api-error.js';
import { reportFilesQuery, useReplaceFiles } from '../../../api/queries/report-queries.js';
import type { ForeignFiles, ReportEvidence, ReportThread } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { LONGEST_TEXT } from '../../../components/report/report-look.js';
import { useReporterName } from '../../../components/report/use-reporter-name.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import evidence from './evidence.module.css';
import classes from './replace-files.module.css';

type Item = ReportEvidence['items'][number];
type File = ForeignFiles['files'][number];

interface FileRowProps {
  file: File;
  isTicked: boolean;
  onTick: (name: string, isTicked: boolean) => void;
}

/** There may be a thousand of them, so one tick draws one row. */
const FileRow = memo(function FileRow({ file: { name, size }, isTicked, onTick }: FileRowProps) {
  const { bytes } = useI18n();
  return (
    <li className={classes.file}>
      <Checkbox
        checked={isTicked}
        onChange={(event) => onTick(name, event.currentTarget.checked)}
        label={<bdi className={classes.name}>{name}</bdi>}
        description={bytes(size)}
        size="sm"
      />
    </li>
  );
});

interface FileListProps {
  files: readonly File[];
  ticked: ReadonlySet<string>;
  isMissing: boolean;
  onChange: (change: (ticked: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

function FileList({ files, ticked, isMissing, onChange }: FileListProps) {
  const { t, bytes } = useI18n();
  const [label, total] = [useId(), useId()];
  const onTick = useCallback(
    (name: string, isTicked: boolean) =>
      onChange((before) => {
        const after = new Set(before);
        if (isTicked) after.add(name);
        else after.delete(name);
        return after;
      }),
    [onChange],
  );
  const size = files.reduce((sum, file) => (ticked.has(file.name) ? sum + file.size : sum), 0);
  return (
    <div role="group" aria-labelledby={label} aria-describedby={total}>
      <div className={classes.head}>
        <span id={label} className={classes.label}>
          {t('reports.replaceFiles.files')}
        </span>
        <Group gap={4}>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(() => new Set(files.map(({ name }) => name)))}>
            {t('reports.replaceFiles.all')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(() => new Set())}>
            {t('reports.replaceFiles.none')}
          </Button>
        </Group>
      </div>
      <ul className={classes.files}>
        {files.map((file) => (
          <FileRow key={file.name} file={file} isTicked={ticked.has(file.name)} onTick={onTick} />
        ))}
      </ul>
      <p id={total} className={isMissing ? classes.missing : `${classes.total} dim small`} role="status">
        {isMissing
          ? t('reports.replaceFiles.missing')
          : t('reports.replaceFiles.total', { chosen: ticked.size, count: files.length, size: bytes(size) })}
      </p>
    </div>
  );
}

interface FormProps {
  report: ReportThread;
  item: Item;
  found: ForeignFiles;
  onChanged: () => void;
  onClose: () => void;
}

function Form({ report, item, found, onChanged, onClose }: FormProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const name = useReporterName()(report.reporter);
  const replace = useReplaceFiles(report.id);
  const main = useMemo(() => new Set(found.files.filter((file) => file.main).map((file) => file.name)), [found]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(main);
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = () =>
    replace.mutate(
      { itemId: item.id, files: [...ticked], text: text.trim() },
      {
        onSuccess: () => {
          toast.done(t('reports.replace.done'));
          onClose();
        },
        onError: (error) => {
          toast.problem(errorText(error));
          if (isApiError(error, 'changed_files')) onChanged();
        },
      },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(ticked.size === 0);
        if (ticked.size > 0) send();
      }}
    >
      <Stack gap="lg">
        <div className={classes.about}>
          <p>{t('reports.replaceFiles.about')}</p>
          <code className={classes.folder}>{found.directory}</code>
        </div>
        <FileList files={found.files} ticked={ticked} isMissing={isMissing && ticked.size === 0} onChange={setTicked} />
        <ul className={evidence.consequences}>
          <li>{t('reports.replaceFiles.looks')}</li>
          <li>{t('reports.replace.stays')}</li>
          <li>{t('reports.replaceFiles.moves')}</li>
          <li>{t('reports.replaceFiles.stay')}</li>
          <li>{t('reports.replaceFiles.days')}</li>
        </ul>
        <Textarea
          label={t('reports.answer.label', { name })}
          description={t('reports.replace.textHelp')}
          value={text}
          maxLength={LONGEST_TEXT}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
        />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ActionButton type="submit" loading={replace.isPending}>
          {t('reports.replace.confirm')}
        </ActionButton>
      </Group>
    </form>
  );
}

interface ReplaceFilesDialogProps {
  report: ReportThread;
  item: Item;
  onClose: () => void;
}

/** Lists the files of a copy that Lectern did not place, says what replacing does, and does it. */
export function ReplaceFilesDialog({ report, item, onClose }: ReplaceFilesDialogProps) {
  const { t } = useI18n();
  const { data, error, refetch, dataUpdatedAt } = useQuery(reportFilesQuery(report.id, item.id));
  return (
    <Dialog onClose={onClose} title={t('reports.replace.title', { title: report.title })} wide>
      {data ? (
        <Form key={dataUpdatedAt} report={report} item={item} found={data} onChanged={() => void refetch()} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} title={t('reports.replaceFiles.error')} onRetry={() => void refetch()} compact />
      ) : (
        <LoadingBlock height={240} />
      )}
    </Dialog>
  );
}
