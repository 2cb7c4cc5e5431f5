import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconBooks, IconCircleCheck, IconHelp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { AnnotatedBook, FoundRelease, RequestType } from '../../api/types.js';
import { isOpen } from '../../api/request-status.js';
import { BookLine } from '../../components/book/book-line.js';
import classes from './releases.module.css';
import candidateClasses from '../../components/candidates/candidates.module.css';
import { GateLine } from '../../components/candidates/gate-line.js';
import { Chip } from '../../components/status/chip.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../i18n/join-names.js';

type Guess = NonNullable<FoundRelease['guess']>;

const LOOKS = {
  sure: { tone: 'good', icon: IconCircleCheck },
  likely: { tone: 'person', icon: IconHelp },
  unsure: { tone: 'bad', icon: IconAlertTriangle },
} as const;

/** The name of a release and what its indexer says of it. */
export function ReleaseName({ release }: { release: FoundRelease }) {
  const { t, bytes, relative } = useI18n();
  const facts = [
    release.indexer,
    release.size ? bytes(release.size) : '',
    release.seeders === undefined ? '' : t('ranking.seeders', { count: release.seeders }),
    release.publishedAt ? relative(release.publishedAt) : '',
    ...release.flags,
  ].filter(Boolean);
  return (
    <div className={classes.release}>
      <span className={classes.name}>
        <bdi>{release.title}</bdi>
      </span>
      <span className="dim small">{joinFacts(facts)}</span>
    </div>
  );
}

interface GuessedProps {
  guess: Guess;
  book: AnnotatedBook;
  /** The id of the reasons. */
  reasonsId: string;
  open: boolean;
  onToggle: () => void;
}

/** The book that a release looks like, and how sure that is. */
function Guessed({ guess, book, reasonsId, open, onToggle }: GuessedProps) {
  const { t } = useI18n();
  const { tone, icon } = LOOKS[guess.sureness];
  return (
    <div className={classes.guess}>
      <div className={classes.book}>
        <BookLine book={book} linked />
      </div>
      <div className={classes.judged}>
        <Chip tone={tone} icon={icon}>
          {t(`releases.${guess.sureness}`)}
        </Chip>
        {guess.rivals > 0 ? <span className="dim small">{t('releases.rivals', { count: guess.rivals })}</span> : null}
        <button
          type="button"
          className={classes.why}
          aria-expanded={open}
          aria-controls={reasonsId}
          aria-label={labelled(t('releases.why'), book.title)}
          onClick={onToggle}
        >
          {t('releases.why')}
        </button>
      </div>
    </div>
  );
}

/** What is known of a release that looks like no book. */
function Unknown({ release: { lookup, reading } }: { release: FoundRelease }) {
  const { t, list } = useI18n();
  const { title, authors } = reading;
  const read =
    title === undefined
      ? ''
      : authors.length > 0
        ? t('releases.readsBy', { title, authors: list(authors) })
        : t('releases.reads', { title });
  return (
    <div className={classes.guess}>
      <span>{lookup === 'found' ? '' : t(`releases.${lookup}`)}</span>
      {read === '' ? null : <span className="dim small">{read}</span>}
    </div>
  );
}

interface RowProps {
  release: FoundRelease;
  book: AnnotatedBook | undefined;
  type: RequestType;
  onRequest: (book: AnnotatedBook) => void;
  onChoose: () => void;
}

function Actions({ release, book, type, onRequest, onChoose }: RowProps) {
  const { t } = useI18n();
  const own = book?.request?.mine && isOpen(book.request.status) ? book.request : undefined;
  // what is known of a book speaks of the audiobook
  const choose = t(book ? 'releases.other' : 'releases.choose');
  const isThere = type === 'audiobook' && book?.availability === 'available';
  return (
    <div className={classes.actions}>
      {isThere ? (
        <Chip tone="good" icon={IconBooks}>
          {t('releases.inLibrary')}
        </Chip>
      ) : own && type === 'audiobook' ? (
        <Button component={Link} to={`/requests/${own.id}`} variant="default">
          {t('releases.requested')}
        </Button>
      ) : book ? (
        <Button onClick={() => onRequest(book)} aria-label={labelled(t('releases.request'), release.title)}>
          {t('releases.request')}
        </Button>
      ) : null}
      <Button variant="default" onClick={onChoose} aria-label={labelled(choose, release.title)}>
        {choose}
      </Button>
    </div>
  );
}

/** A release that was found, the book it looks like, and what can be done with it. */
export function FoundReleaseRow(props: RowProps) {
  const { release, book } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const { guess } = release;
  return (
    <li className={classes.row}>
      <ReleaseName release={release} />
      {guess && book ? (
        <Guessed guess={guess} book={book} reasonsId={id} open={open} onToggle={() => setOpen(!open)} />
      ) : (
        <Unknown release={release} />
      )}
      <Actions {...props} />
      {guess && open ? (
        <ul id={id} className={`${classes.evidence} ${candidateClasses.gates}`}>
          {guess.evidence.map((gate) => (
            <GateLine key={gate.name} gate={gate} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
