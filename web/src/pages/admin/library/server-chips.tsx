import { IconExternalLink } from '@tabler/icons-react';
import type { LibraryItem } from '../../../api/types.js';
import { ELSEWHERE } from '../../../components/controls/elsewhere.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './library.module.css';

interface ServerChipsProps {
  items: readonly LibraryItem[];
  /** The name of a media server; `undefined` while it is not known. */
  nameOf: (integrationId: string) => string | undefined;
}

/** The media servers that have a book, once for each of its items; each leads to the page of the item where there is one. */
export function ServerChips({ items, nameOf }: ServerChipsProps) {
  const { t } = useI18n();
  return (
    <ul className={classes.servers}>
      {items.map(({ id, integrationId, title, url }) => {
        const server = nameOf(integrationId);
        if (server === undefined) return null;
        return (
          <li key={id}>
            {url === undefined ? (
              <span className={classes.server}>
                <span>{server}</span>
              </span>
            ) : (
              <a className={classes.server} href={url} {...ELSEWHERE} aria-label={t('library.open.at', { title, server })}>
                <span>{server}</span>
                <IconExternalLink size={13} aria-hidden="true" />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
