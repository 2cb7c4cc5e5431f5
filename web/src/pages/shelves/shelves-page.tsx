import './use-shelf-messages.js';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconBooks, IconPlus } from '@tabler/icons-react';
import { shelvesQuery } from '../../api/queries/shelf-queries.js';
import type { Shelf } from '../../api/types.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../i18n/join-names.js';
import { FollowedSection } from './followed-section.js';
import { ShelfCounts } from './shelf-counts.js';
import { ShelfState } from './shelf-state.js';
import classes from './shelves.module.css';
import { SyncButton } from './sync-button.js';

function AddButton() {
  const { t } = useI18n();
  return (
    <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <Link to="/shelves/new" {...props} />}>
      {t('shelves.add')}
    </Button>
  );
}

function ShelfCard({ shelf }: { shelf: Shelf }) {
  const { t } = useI18n();
  const { lastResult } = shelf;
  const facts = [
    shelf.siteName,
    lastResult ? t('shelves.books', { count: lastResult.books }) : '',
    lastResult && lastResult.fresh > 0 ? t('shelves.fresh', { count: lastResult.fresh }) : '',
  ].filter(Boolean);
  return (
    <article className={classes.shelf}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <Link to="/shelves/$shelfId" params={{ shelfId: shelf.id }} className="plain-link">
            <bdi>{shelf.name}</bdi>
          </Link>
        </h2>
        <span className="dim small">{joinFacts(facts)}</span>
      </div>
      <ShelfCounts shelf={shelf} />
      <ShelfState shelf={shelf} />
      <div className={classes.actions}>
        <SyncButton shelf={shelf} />
        <Button
          variant="subtle"
          color="gray"
          renderRoot={(props) => <Link to="/shelves/$shelfId" params={{ shelfId: shelf.id }} {...props} />}
          aria-label={labelled(t('shelves.open'), shelf.name)}
        >
          {t('shelves.open')}
        </Button>
      </div>
    </article>
  );
}

/** The user's shelves at book-tracking sites. */
export function ShelvesPage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(shelvesQuery);
  return (
    <div className={classes.page}>
      <PageHeader title={t('shelves.title')} lead={t('shelves.lead')} actions={data && data.length > 0 ? <AddButton /> : null} />
      {data ? (
        data.length > 0 ? (
          <div className={classes.list}>
            {data.map((shelf) => (
              <ShelfCard key={shelf.id} shelf={shelf} />
            ))}
          </div>
        ) : (
          <StatePanel icon={IconBooks} title={t('shelves.empty.title')} action={<AddButton />}>
            {t('shelves.empty.body')}
          </StatePanel>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.list} role="status" aria-label={t('common.loading')}>
          <Skeleton height={180} radius="lg" />
          <Skeleton height={180} radius="lg" />
        </div>
      )}
      <FollowedSection />
    </div>
  );
}
