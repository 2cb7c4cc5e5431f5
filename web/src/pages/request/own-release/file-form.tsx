import { useState } from 'react';
import { isNzb, useBringRelease } from '../../../api/queries/own-release-queries.js';
import type { Candidate } from '../../../api/types.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { DropArea } from './drop-area.js';
import classes from './own-release.module.css';

const LARGEST_TORRENT = 10 * 1024 * 1024;
const LARGEST_NZB = 8 * 1024 * 1024;

/** Checks a file as soon as it is chosen. */
export function FileForm({ requestId, onBrought }: { requestId: string; onBrought: (candidate: Candidate) => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const bring = useBringRelease(requestId);
  const [fault, setFault] = useState<string | undefined>();

  function faultOf([file, ...others]: readonly File[]): string | undefined {
    if (!file) return t('own.file.none');
    if (others.length > 0) return t('own.file.many');
    const { name, size } = file;
    if (!isNzb(file) && !/\.torrent$/i.test(name)) return t('own.file.kind', { name });
    return size > (isNzb(file) ? LARGEST_NZB : LARGEST_TORRENT) ? t('own.file.tooLarge', { name }) : undefined;
  }

  function choose(files: readonly File[]): void {
    const found = faultOf(files);
    setFault(found);
    const [file] = files;
    if (found === undefined && file) bring.mutate({ file }, { onSuccess: (answer) => onBrought(answer.candidate) });
  }

  return (
    <div className={classes.form}>
      <p className="dim">{t('own.about')}</p>
      <DropArea
        label={t('own.file.label')}
        invitation={t('own.file.drop')}
        choose={t('own.file.choose')}
        help={t('own.file.help')}
        accept=".torrent,.nzb"
        error={fault ?? (bring.error ? errorText(bring.error) : undefined)}
        busy={bring.isPending}
        onFiles={choose}
      />
      {bring.isPending ? <p role="status">{t('common.loading')}</p> : null}
    </div>
  );
}
