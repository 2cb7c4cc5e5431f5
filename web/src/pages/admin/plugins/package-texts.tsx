import { ForeignMarkdown } from '../../../components/text/foreign-markdown.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './plugins.module.css';

/** The texts of a package, collapsed. */
export function PackageTexts({ readme, changelog }: { readme?: string | undefined; changelog?: string | undefined }) {
  const { t } = useI18n();
  const texts = [
    { title: t('plugins.readme'), text: readme },
    { title: t('plugins.changelog'), text: changelog },
  ];
  return texts.map(({ title, text }) =>
    text ? (
      <details key={title} className={classes.texts}>
        <summary>{title}</summary>
        {/* reached by the keyboard, since it scrolls */}
        <div className={classes.textsBody} role="region" aria-label={title} tabIndex={0}>
          <ForeignMarkdown text={text} />
        </div>
      </details>
    ) : null,
  );
}
