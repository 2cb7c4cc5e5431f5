import { Button } from '@mantine/core';
import { useState } from 'react';
import { ProgressBar } from '../../../components/status/progress-bar.js';
import { toast } from '../../../components/feedback/toast.js';
import { isApiError } from '../../../api/api-error.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { DropArea } from './drop-area.js';
import classes from './own-release.module.css';
import { useUpload } from './use-upload.js';

const TAKEN =
  /\.(?:zip|m4b|m4a|mp4|mp3|flac|ogg|oga|opus|aac|wav|wma|aiff?|mka|ape|wv|webm|ac3|jpe?g|png|webp|gif|bmp|epub|pdf|mobi|azw3?|cbz|cbr|fb2|djvu)$/i;

const LARGEST_FILE = 10_000_000_000;
const MOST_FILES = 500;

/** Files of the book go to the server in pieces, and the request imports them. */
export function UploadForm({ requestId, onDone }: { requestId: string; onDone: () => void }) {
  const { t, percent, bytes } = useI18n();
  const errorText = useErrorText();
  const [fault, setFault] = useState<string | undefined>();
  const [leftOut, setLeftOut] = useState(0);
  const upload = useUpload(requestId, () => {
    toast.done(t('upload.done'));
    onDone();
  });
  const { running, left, error } = upload;

  async function choose(files: readonly File[]): Promise<void> {
    const taken = files.filter(({ name, size }) => TAKEN.test(name) && size > 0);
    const large = taken.find(({ size }) => size > LARGEST_FILE);
    setLeftOut(files.length - taken.length);
    if (taken.length === 0) setFault(t('upload.none'));
    else if (taken.length > MOST_FILES) setFault(t('upload.tooMany', { count: MOST_FILES }));
    else if (large) setFault(t('upload.tooLarge', { name: large.name }));
    else setFault((await upload.choose(taken)) ? undefined : t('upload.others'));
  }

  if (running) {
    const total = running.files.reduce((sum, { size }) => sum + size, 0);
    const here = running.received.reduce((sum, received) => sum + received, 0);
    const howFar = `${percent(here / total)} · ${bytes(here)} / ${bytes(total)}`;
    const words = here === total ? t('upload.unpacking') : t(`upload.state.${running.state}`);
    return (
      <div className={classes.form}>
        <p role="status">{words}</p>
        <div className={classes.progress}>
          <ProgressBar label={t('upload.progress')} value={here} max={total} text={howFar} />
          <p className="dim small" aria-hidden="true">
            {howFar}
          </p>
        </div>
        {leftOut > 0 ? <p className="dim small">{t('upload.leftOut', { count: leftOut })}</p> : null}
        <ul className={classes.files} aria-label={t('upload.files')}>
          {running.files.map((file, index) => (
            <li key={running.upload.files[index]?.name ?? file.name}>
              <span>
                <bdi>{file.name}</bdi>
              </span>
              <span className="dim small">{percent((running.received[index] ?? 0) / file.size)}</span>
            </li>
          ))}
        </ul>
        {here === total ? null : (
          <div className={classes.buttons}>
            {running.state === 'paused' ? (
              <Button onClick={() => void upload.goOn()}>{t('upload.goOn')}</Button>
            ) : (
              <Button variant="default" onClick={() => upload.pause()}>
                {t('upload.pause')}
              </Button>
            )}
            <Button variant="subtle" color="gray" onClick={() => void upload.cancel()}>
              {t('upload.cancel')}
            </Button>
          </div>
        )}
      </div>
    );
  }
  const { lastFault, isUnpacking } = upload;
  if (isUnpacking) return <p role="status">{t('upload.unpacking')}</p>;
  const reason =
    error === null ? undefined : isApiError(error) ? errorText(error) : error instanceof Error ? error.message : t('upload.none');
  return (
    <div className={classes.form}>
      <p className="dim">{t('upload.about')}</p>
      {left ? (
        <div className={classes.buttons} role="status">
          <p>{t('upload.left', { count: left.files.length })}</p>
          <Button variant="default" onClick={() => void upload.cancel()}>
            {t('upload.discard')}
          </Button>
        </div>
      ) : null}
      <DropArea
        label={t('upload.label')}
        invitation={t('upload.drop')}
        choose={t('upload.choose')}
        help={t('upload.help')}
        accept=".zip,audio/*,image/*,.m4b,.mka,.ape,.wv,.epub,.pdf,.mobi,.azw,.azw3,.cbz,.cbr,.fb2,.djvu"
        multiple
        error={fault ?? reason ?? (lastFault === undefined ? undefined : t('upload.lastFault', { fault: lastFault }))}
        busy={upload.isLoading}
        onFiles={(files) => void choose(files)}
      />
    </div>
  );
}
