import { Link } from '@tanstack/react-router';
import { IconArrowBackUp, IconCheck, IconCircleX, IconHandStop, IconPlayerPlay } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { Tone } from '../../../api/request-status.js';
import type { RenameMove, RenameMoveState } from '../../../api/types.js';
import { EbookChip } from '../../../components/request/ebook-chip.js';
import { Chip } from '../../../components/status/chip.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import { PathChange } from './path-change.js';
import classes from './renames.module.css';

/** A book that is only planned needs no chip: its new name says it. */
const LOOKS: Partial<Record<RenameMoveState, { tone: Tone; icon: Icon }>> = {
  blocked: { tone: 'person', icon: IconHandStop },
  moving: { tone: 'moving', icon: IconPlayerPlay },
  moved: { tone: 'good', icon: IconCheck },
  failed: { tone: 'bad', icon: IconCircleX },
  undoing: { tone: 'moving', icon: IconPlayerPlay },
  undone: { tone: 'closed', icon: IconArrowBackUp },
};

/** What a person can do so that the book can be renamed; the other reasons say it themselves. */
const REMEDIES = [
  'missing',
  'changed',
  'link_in_folder',
  'target_taken',
  'same_target',
  'other_file_system',
  'shared_folder',
  'being_imported',
  'in_download_client',
  'outdated',
] as const;

function Why({ reason }: { reason: NonNullable<RenameMove['reason']> }) {
  const { t } = useI18n();
  const remedy = REMEDIES.find((code) => code === reason.code);
  return (
    <p className={classes.why}>
      <bdi>{reason.message}</bdi>
      {remedy ? <span className="dim"> {t(`rename.remedy.${remedy}`)}</span> : null}
    </p>
  );
}

/** A book of a rename: its old and its new place, or why it has none. */
export function MoveLine({ move }: { move: RenameMove }) {
  const { t } = useI18n();
  const [first] = move.books;
  const look = LOOKS[move.state];
  // several people may have requested one book
  const titles = joinFacts([...new Set(move.books.map(({ title }) => title))]);
  return (
    <>
      <div className={classes.book}>
        <span className={classes.names}>
          {first ? (
            <Link to="/requests/$requestId" params={{ requestId: first.requestId }} className={`plain-link ${classes.name}`}>
              {titles}
            </Link>
          ) : null}{' '}
          <span className="dim small">
            <bdi>{first?.author}</bdi>
          </span>
        </span>
        <span className={classes.chips}>
          {first?.type === 'ebook' ? <EbookChip /> : null}
          {look ? (
            <Chip tone={look.tone} icon={look.icon}>
              {t(`rename.move.${move.state}`)}
            </Chip>
          ) : null}
        </span>
      </div>
      <PathChange move={move} />
      {move.reason ? <Why reason={move.reason} /> : null}
    </>
  );
}
