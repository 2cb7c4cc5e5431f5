import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ReportEvidence, ReportThread } from '../../../api/types.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, joinNames } from '../../../i18n/join-names.js';
import classes from './evidence.module.css';
import { lengthDifference } from './length-difference.js';
import { ReplaceDialog } from './replace-dialog.js';
import { ReplaceFilesDialog } from './replace-files-dialog.js';
import { useIsBeingReplaced } from './replacement.js';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Compared({ source, children }: { source: string; children: ReactNode }) {
  return (
    <span className={classes.compared}>
      <span className="dim small">{source}</span>
      <span>{children}</span>
    </span>
  );
}

function Difference({ expected, recorded }: { expected: number | undefined; recorded: number | undefined }) {
  const { t, duration } = useI18n();
  const minutes = lengthDifference(expected, recorded);
  if (minutes === undefined) return null;
  const length = duration(Math.abs(minutes));
  return <strong className={classes.off}> {t(minutes < 0 ? 'reports.evidence.shorter' : 'reports.evidence.longer', { length })}</strong>;
}

/** Where an item is, and the way to another copy if Lectern did not place it. */
function ItemPath({ item, report }: { item: ReportEvidence['items'][number]; report: ReportThread }) {
  const { t } = useI18n();
  const isBeingReplaced = useIsBeingReplaced(report.id);
  const [isReplacing, setReplacing] = useState(false);
  const { path, replaceable } = item;
  if (path === undefined) return null;
  return (
    <span className={classes.item}>
      <code>{path}</code>
      {replaceable && report.state === 'open' && !isBeingReplaced ? (
        <Button variant="default" size="xs" mt={6} aria-label={t('reports.replaceFiles.of', { path })} onClick={() => setReplacing(true)}>
          {t('reports.act.replace')}
        </Button>
      ) : null}
      {isReplacing ? <ReplaceFilesDialog report={report} item={item} onClose={() => setReplacing(false)} /> : null}
    </span>
  );
}

/** The catalogue's book beside what the media servers hold. */
export function BookEvidence({ evidence: { book, items }, report }: { evidence: ReportEvidence; report: ReportThread }) {
  const { t, duration, language } = useI18n();
  const unknown = t('reports.evidence.unknown');
  const catalogue = t('reports.evidence.catalogue');
  const length = (minutes: number | undefined) => (minutes === undefined ? unknown : duration(minutes));
  const names = (people: readonly string[]) => (people.length === 0 ? unknown : joinNames(people));
  return (
    <Section title={t('reports.evidence')}>
      {items.length === 0 ? <p className={classes.none}>{t('reports.evidence.none')}</p> : null}
      <dl className={classes.facts}>
        <Fact name={t('reports.evidence.length')}>
          <Compared source={catalogue}>{length(book?.durationMinutes)}</Compared>
          {items.map((item) => (
            <Compared key={item.id} source={item.server}>
              {length(item.durationMinutes)}
              <Difference expected={book?.durationMinutes} recorded={item.durationMinutes} />
            </Compared>
          ))}
        </Fact>
        <Fact name={t('reports.evidence.narrator')}>
          <Compared source={catalogue}>{names(book?.narrators ?? [])}</Compared>
          {items.map((item) => (
            <Compared key={item.id} source={item.server}>
              {names(item.narrators)}
            </Compared>
          ))}
        </Fact>
        {book?.language ? (
          <Fact name={t('reports.evidence.language')}>
            <Compared source={catalogue}>{language(book.language)}</Compared>
          </Fact>
        ) : null}
        {items.some(({ path }) => path !== undefined) ? (
          <Fact name={t('reports.evidence.paths')}>
            {items.map((item) => (
              <ItemPath key={item.id} item={item} report={report} />
            ))}
          </Fact>
        ) : null}
      </dl>
    </Section>
  );
}

/** The releases that Lectern placed for the book. */
export function ReleaseEvidence({ evidence: { releases }, report }: { evidence: ReportEvidence; report: ReportThread }) {
  const { t } = useI18n();
  const isBeingReplaced = useIsBeingReplaced(report.id);
  const [replaced, setReplaced] = useState<ReportEvidence['releases'][number]>();
  return (
    <Section title={t('reports.release')}>
      {releases.length === 0 ? <p className={classes.none}>{t('reports.release.none')}</p> : null}
      <ul className={classes.releases}>
        {releases.map((placed) => (
          <li key={`${placed.requestId} ${placed.importedAt}`}>
            <Placed placed={placed} />
            {placed.replaceable && report.state === 'open' && !isBeingReplaced ? (
              <Button variant="default" size="xs" mt={6} onClick={() => setReplaced(placed)}>
                {t('reports.act.replace')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {replaced ? <ReplaceDialog report={report} placed={replaced} onClose={() => setReplaced(undefined)} /> : null}
    </Section>
  );
}

/** A release, and when it was placed for whom. */
function Placed({ placed }: { placed: ReportEvidence['releases'][number] }) {
  const { t, bytes, relative } = useI18n();
  const { requestId, requester, importedAt, removedAt, audioFiles, bytes: size, release } = placed;
  return (
    <>
      {release ? (
        <code>
          <bdi>{release.title}</bdi>
        </code>
      ) : (
        <span>{t('reports.release.noDownload')}</span>
      )}
      <span className="dim small">
        {joinFacts([
          ...(release ? [t('request.release.from', { indexer: release.indexer })] : []),
          t('reports.release.files', { count: audioFiles, size: bytes(size) }),
        ])}
      </span>
      <span className="dim small">{t('reports.release.imported', { when: relative(importedAt), name: requester })}</span>
      <Link to="/requests/$requestId" params={{ requestId }} className="small">
        {t('reports.release.request')}
      </Link>
      {removedAt === null ? null : <span className="dim small">{t('reports.release.removed', { when: relative(removedAt) })}</span>}
    </>
  );
}
