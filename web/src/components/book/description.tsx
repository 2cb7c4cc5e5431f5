import { useState } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './book-detail.module.css';

const FOLD_AFTER = 420;

interface DescriptionProps {
  text: string;
  headingLevel: 2 | 3;
  /** Of the text, as a code. Default: not known. */
  language?: string | undefined;
  /** Default: about this book. */
  title?: string;
}

/** Plain text with a fold; paragraphs are separated by empty lines. */
export function Description({ text, headingLevel, language, title }: DescriptionProps) {
  const Heading = `h${headingLevel}` as const;
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const foldable = text.length > FOLD_AFTER;
  return (
    <section aria-labelledby="about-book">
      <Heading id="about-book" className={classes.partTitle}>
        {title ?? t('book.description')}
      </Heading>
      <div className={classes.description} data-folded={foldable && !open}>
        {text.split(/\n{2,}/).map((paragraph, index) => (
          <p key={index} lang={language} dir="auto">
            {paragraph}
          </p>
        ))}
      </div>
      {foldable ? (
        <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('book.readLess') : t('book.readMore')}
        </button>
      ) : null}
    </section>
  );
}
