import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconBooks, IconRefresh, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { integrationsQuery } from '../../../api/queries/integration-queries.js';
import { jobsQuery, libraryQuery, useScanLibrary } from '../../../api/queries/admin-queries.js';
import type { LibraryBook, LibraryItem } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { SearchedFor } from '../../../components/page/searched-for.js';
import { BookTitle } from '../../../components/book/book-title.js';
import { Cover } from '../../../components/cover/cover.js';
import { AuthorNames } from '../../../components/book/names.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinNames, labelled } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';
import { countLibraryFilters, libraryFilterOf, type LibrarySearch } from '../../../api/library-filter.js';
import { LibraryFilters } from './library-filters.js';
import { JobLine } from '../jobs/job-line.js';
import { LibraryLosses } from './library-losses.js';
import { LibraryTools } from './library-tools.js';
import { LikelyMatches } from './likely-matches.js';
import own from './library.module.css';
import { ServerChips } from './server-chips.js';
import { LinkDialog } from './link-dialog.js';
import { useLink } from './use-link.js';

/** An item that an ASIN or our own files say the book of needs no link. */
function LinkAction({ item }: { item: LibraryItem }) {
  const { t } = useI18n();
  const { unlink, busy } = useLink();
  const [isChoosing, setChoosing] = useState(false);
  const isLinked = item.matchedBy === 'manual';
  if (item.matchedBy && !isLinked) return null;
  const label = t(isLinked ? 'library.unlink' : 'library.link');
  return (
    <>
      <ActionButton
        size="compact-sm"
        variant="subtle"
        loading={busy}
        onClick={() => (isLinked ? void unlink(item) : setChoosing(true))}
        aria-label={labelled(label, item.title)}
      >
        {label}
      </ActionButton>
      {isChoosing ? <LinkDialog item={item} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}

function ItemRow({ item, nameOf }: { item: LibraryBook; nameOf: (integrationId: string) => string | undefined }) {
  const { t, relative, dateTime } = useI18n();
  const items = [item, ...(item.alongside ?? [])];
  const formats = [...new Set(items.flatMap((one) => one.formats))].sort();
  return (
    <tr>
      <td>
        <div className={own.book}>
          <span className={own.cover}>
            <Cover
              title={item.title}
              author={joinNames(item.authors)}
              src={item.asin === undefined ? null : `/api/covers/${item.asin}`}
              width={48}
            />
          </span>
          <span>
            <strong className="serif">
              <BookTitle book={item} />
            </strong>
            <span className={classes.sub}>
              <AuthorNames authors={item.authors.map((name) => ({ name }))} />
            </span>
          </span>
        </div>
      </td>
      <td data-label={t('library.servers')}>
        <ServerChips items={items} nameOf={nameOf} />
      </td>
      <td data-label={t('library.formats')} className={classes.whole}>
        {joinNames(formats.map((format) => t(`library.format.${format}`)))}
      </td>
      <td data-label={t('library.match')}>
        {item.matchedBy ? t(`library.match.${item.matchedBy}`) : <span className="dim">{t('library.match.none')}</span>}
        {item.asin ? <span className={`${classes.sub} ${classes.mono}`}>{item.asin}</span> : null}
      </td>
      <td data-label={t('library.added')}>
        <time dateTime={item.addedAt} title={dateTime(item.addedAt)}>
          {relative(item.addedAt)}
        </time>
      </td>
      <td>
        {items.map((one) => (
          <LinkAction key={one.id} item={one} />
        ))}
      </td>
    </tr>
  );
}

function Head() {
  const { t } = useI18n();
  return (
    <thead>
      <tr>
        <th scope="col">{t('library.book')}</th>
        <th scope="col">{t('library.servers')}</th>
        <th scope="col">{t('library.formats')}</th>
        <th scope="col">{t('library.match')}</th>
        <th scope="col">{t('library.added')}</th>
        <th scope="col">
          <span className="visually-hidden">{t('library.action')}</span>
        </th>
      </tr>
    </thead>
  );
}

export function LibraryPage() {
  const { t, number } = useI18n();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const wanted = useSearch({ from: '/shell/admin/library' });
  const { search, page = 1 } = wanted;
  const { data, error, refetch } = useQuery(libraryQuery(libraryFilterOf(wanted)));
  const { data: jobs } = useQuery(jobsQuery);
  const { data: integrations } = useQuery(integrationsQuery);
  const nameOf = (integrationId: string) => integrations?.find(({ id }) => id === integrationId)?.name;
  const scan = useScanLibrary();
  const isNarrow = search !== undefined || countLibraryFilters(wanted) > 0;
  // replaced, so that Back leaves the list instead of undoing one choice after the other
  const change = (members: LibrarySearch) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, page: undefined, ...members }), replace: true, resetScroll: false });
  const turnTo = (next: number, replace = false) => void navigate({ to: '.', search: { ...wanted, page: next }, replace });
  useLastPage(data, (last) => turnTo(last, true));
  const running = jobs?.items.find((job) => job.name === 'library.scan' && job.state === 'running');
  const scanButton = (
    <ActionButton
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={scan.isPending}
      blocked={running !== undefined}
      onClick={() =>
        scan.mutate(undefined, {
          onSuccess: () => toast.done(t('library.scan.started')),
          onError: (problem) => toast.problem(errorText(problem)),
        })
      }
    >
      {t('library.scan')}
    </ActionButton>
  );

  return (
    <>
      <PageHeader
        title={t('library.title')}
        lead={data ? t('library.count', { count: data.total, shown: number(data.total) }) : undefined}
        actions={
          <>
            <LibraryTools />
            {scanButton}
          </>
        }
      />
      {data ? <LibraryLosses losses={data.losses} disabled={running !== undefined} /> : null}
      {running ? <JobLine job={running} /> : null}
      <LikelyMatches />
      <LibraryFilters wanted={wanted} change={change} total={data?.total} />
      <SearchedFor typed={search} meant={data?.searchedFor} />
      {data ? (
        data.items.length > 0 ? (
          <>
            <table className={classes.table}>
              <Head />
              <tbody>
                {data.items.map((item) => (
                  <ItemRow key={item.id} item={item} nameOf={nameOf} />
                ))}
              </tbody>
            </table>
            <Pager page={page} limit={data.limit} total={data.total} onPage={turnTo} />
          </>
        ) : isNarrow ? (
          <StatePanel icon={IconSearchOff} title={search ? t('library.none', { search }) : t('library.noneFiltered')} compact />
        ) : (
          <StatePanel icon={IconBooks} title={t('library.empty.title')} action={scanButton}>
            {t('library.empty.body')}
          </StatePanel>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={320} />
      )}
    </>
  );
}
