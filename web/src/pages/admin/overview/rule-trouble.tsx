import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './overview.module.css';

/** A rule of an indexer whose download client was removed. */
export function RuleTrouble({ indexer }: { indexer: string }) {
  const { t } = useI18n();
  return (
    <article className={classes.trouble}>
      <span className={classes.troubleIcon}>
        <IconPlugConnectedX size={24} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes.troubleText}>
        <strong className="serif">{t('overview.rule.title', { indexer })}</strong>
        <p>{t('overview.rule.body')}</p>
      </div>
      <div className={classes.troubleEnd}>
        <Button variant="default" renderRoot={(props) => <Link to="/admin/settings" {...props} />}>
          {t('overview.repair')}
        </Button>
      </div>
    </article>
  );
}
