import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { withBase } from '../../api/base-path.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import classes from './sample-action.module.css';

/** Plays a few minutes of a book, where its catalogue has them. */
export function SampleAction({ book }: { book: Pick<AnnotatedBook, 'title' | 'sampleUrl'> }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (book.sampleUrl === undefined) return null;
  const stop = () => setOpen(false);
  return (
    <>
      <Button
        size="md"
        variant="default"
        aria-expanded={isOpen}
        leftSection={isOpen ? <IconPlayerStop size={18} aria-hidden="true" /> : <IconPlayerPlay size={18} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'sample.stop' : 'sample.play')}
      </Button>
      {isOpen ? (
        <audio
          className={classes.player}
          controls
          autoPlay
          src={withBase(book.sampleUrl)}
          aria-label={t('sample.of', { title: book.title })}
          onEnded={stop}
          onError={() => {
            stop();
            toast.problem(t('sample.none', { title: book.title }));
          }}
        />
      ) : null}
    </>
  );
}
