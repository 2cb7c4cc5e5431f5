import { Fragment } from 'react';
import type { RenameMove } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { changedParts, type PathPart } from './changed-parts.js';
import classes from './renames.module.css';

/** A path may go on in a new line after each slash. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)/).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {piece}
    </Fragment>
  ));
}

function Path({ parts }: { parts: readonly PathPart[] }) {
  return (
    <bdi>
      {parts.map(({ text, isChanged }, index) =>
        isChanged ? (
          <mark key={index}>
            <Breakable text={text} />
          </mark>
        ) : (
          <Breakable key={index} text={text} />
        ),
      )}
    </bdi>
  );
}

/** The old path above the new one, so that they can be compared; only what differs is emphasized. */
export function PathPair({ from, to, isMoved }: { from: string; to: string; isMoved: boolean }) {
  const { t } = useI18n();
  const parts = changedParts(from, to);
  return (
    <dl className={classes.paths}>
      <dt>{t(isMoved ? 'rename.path.before' : 'rename.path.now')}</dt>
      <dd data-side="from">
        <Path parts={to === '' ? [{ text: from, isChanged: false }] : parts.from} />
      </dd>
      {to === '' || to === from ? null : (
        <>
          <dt>{t(isMoved ? 'rename.path.now' : 'rename.path.new')}</dt>
          <dd data-side="to">
            <Path parts={parts.to} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** The folder of a book and the files in it that get other names. */
export function PathChange({ move }: { move: RenameMove }) {
  const { t } = useI18n();
  const { from, to, files, changedFiles } = move;
  const isMoved = move.state === 'moved';
  const more = changedFiles - files.length;
  return (
    <>
      <PathPair from={from} to={to} isMoved={isMoved} />
      {files.length > 0 ? (
        <details className={classes.files}>
          <summary>{t('rename.files', { count: changedFiles })}</summary>
          <ul>
            {files.map((file) => (
              <li key={file.from}>
                <PathPair {...file} isMoved={isMoved} />
              </li>
            ))}
          </ul>
          {more > 0 ? <p className="dim small">{t('rename.files.more', { count: more })}</p> : null}
        </details>
      ) : null}
    </>
  );
}
