import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { likelyMatchesQuery } from '../../../api/queries/library-queries.js';
import type { LibraryItem, LikelyMatch } from '../../../api/types.js';
import { BookLine } from '../../../components/book/book-line.js';
import { Joined } from '../../../components/book/joined.js';
import { AuthorNames, NarratedBy } from '../../../components/book/names.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { Section } from '../../../components/page/section.js';
import { StayingRows } from '../../../components/staying/staying-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../../i18n/join-names.js';
import classes from './likely-matches.module.css';
import { LinkDialog } from './link-dialog.js';
import { useLink } from './use-link.js';

type Suggested = LikelyMatch['suggestions'][number];

interface SuggestionProps {
  item: Pick<LibraryItem, 'id' | 'title' | 'asin'>;
  suggestion: Suggested;
  isSurest: boolean;
  onDone: () => void;
}

/** A book that an item may be, with the ways to decide. */
export function Suggestion({ item, suggestion, isSurest, onDone }: SuggestionProps) {
  const { t } = useI18n();
  const { link, reject, busy } = useLink();
  const { book, title, author, length } = suggestion;
  const fit = [t(`library.likely.fit.title.${title}`), t(`library.likely.fit.author.${author}`), t(`library.likely.fit.length.${length}`)];
  return (
    <li className={classes.suggestion}>
      <BookLine book={book} note={joinFacts(fit)} linked />
      <span className={classes.actions}>
        <ActionButton
          variant={isSurest ? 'filled' : 'default'}
          blocked={busy}
          onClick={() => void link(item, book).then(onDone)}
          aria-label={labelled(t('library.link.confirm'), book.title)}
        >
          {t('library.link.confirm')}
        </ActionButton>
        <ActionButton
          variant="default"
          blocked={busy}
          onClick={() => void reject(item, book).then(onDone)}
          aria-label={labelled(t('library.likely.reject'), book.title)}
        >
          {t('library.likely.reject')}
        </ActionButton>
      </span>
    </li>
  );
}

function Item({ match, onDone }: { match: LikelyMatch; onDone: () => void }) {
  const { t, duration } = useI18n();
  const [isChoosing, setChoosing] = useState(false);
  const { item, suggestions } = match;
  const facts = [
    item.authors.length > 0 ? <AuthorNames authors={item.authors.map((name) => ({ name }))} /> : null,
    item.narrators.length > 0 ? <NarratedBy narrators={item.narrators} most={2} /> : null,
    item.durationMinutes ? duration(item.durationMinutes) : '',
  ];
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <div className={classes.words}>
          <strong className={classes.long}>
            <bdi>{item.title}</bdi>
          </strong>
          <span className={`dim small ${classes.facts}`}>
            <Joined>{facts}</Joined>
          </span>
        </div>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setChoosing(true)}
          aria-label={labelled(t('library.likely.other'), item.title)}
        >
          {t('library.likely.other')}
        </Button>
      </div>
      {suggestions.length > 0 ? (
        <ul className={classes.suggestions}>
          {suggestions.map((suggestion, index) => (
            <Suggestion key={suggestion.book.asin} item={item} suggestion={suggestion} isSurest={index === 0} onDone={onDone} />
          ))}
        </ul>
      ) : (
        <p className="dim small">{t('library.likely.none')}</p>
      )}
      {isChoosing ? <LinkDialog item={item} onClose={() => setChoosing(false)} /> : null}
    </li>
  );
}

/** Books of the media servers without an ASIN, with what each may be. Absent while there is nothing to decide. */
export function LikelyMatches() {
  const { t, number } = useI18n();
  const [page, setPage] = useState(1);
  const list = useRef<HTMLElement>(null);
  const { data, error, refetch } = useQuery(likelyMatchesQuery(page));
  useLastPage(data, setPage);
  if (data && data.total === 0 && data.waiting === 0) return null;
  const waiting = data && data.waiting > 0 ? t('library.likely.waiting', { count: data.waiting }) : undefined;
  return (
    <Section title={data ? `${t('library.likely.title')} (${number(data.total)})` : t('library.likely.title')} note={waiting}>
      <p className="dim small">{t('library.likely.lead')}</p>
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {!data && !error ? <LoadingBlock h={160} /> : null}
      {data && data.total > 0 ? (
        <>
          {/* the button that was pressed goes with its line */}
          <StayingRows as="ul" items={data.items} keyOf={(match) => match.item.id} listRef={list} className={classes.list}>
            {(match) => <Item key={match.item.id} match={match} onDone={() => list.current?.focus({ preventScroll: true })} />}
          </StayingRows>
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={setPage} />
        </>
      ) : null}
    </Section>
  );
}
