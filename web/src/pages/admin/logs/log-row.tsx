import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconChevronRight, IconCopy } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { LogLine } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { LevelChip } from './level-chip.js';
import { LogMembers } from './log-members.js';
import { textOf } from './log-text.js';
import classes from './logs.module.css';

interface LogRowProps {
  line: LogLine;
  /** The name of the integration or plugin. */
  source: string | undefined;
  onCopy: (text: string) => void;
  /** Called when more or less of the line is drawn. */
  onUnfold: () => void;
}

/** A line, which unfolds to everything that was logged with it. */
export const LogRow = memo(function LogRow({ line, source, onCopy, onUnfold }: LogRowProps) {
  const { t, second } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const { at, level, message, requestId, members } = line;
  return (
    <li className={classes.row} data-level={level}>
      <details
        className={classes.line}
        onToggle={(event) => {
          setOpen(event.currentTarget.open);
          requestAnimationFrame(onUnfold);
        }}
      >
        <summary>
          <IconChevronRight size={16} className={classes.chevron} aria-hidden="true" />
          <time dateTime={at} className={classes.time}>
            {at ? second(at) : '–'}
          </time>
          <LevelChip level={level} />
          <span dir="auto" className={classes.message}>
            {message}
          </span>
        </summary>
        {!isOpen ? null : Object.keys(members).length > 0 ? (
          <LogMembers members={members} />
        ) : (
          <p className={classes.noMembers}>{t('logs.noMembers')}</p>
        )}
      </details>
      <div className={classes.about}>
        {source || requestId ? (
          <div className={classes.names}>
            {source ? (
              <span dir="auto" className={classes.source} title={source}>
                {source}
              </span>
            ) : null}
            {requestId ? (
              <Link to="/requests/$requestId" params={{ requestId }}>
                {t('logs.ofRequest')}
              </Link>
            ) : null}
          </div>
        ) : null}
        <ActionIcon variant="subtle" color="gray" aria-label={t('logs.copyLine')} onClick={() => onCopy(textOf(line))}>
          <IconCopy size={16} />
        </ActionIcon>
      </div>
    </li>
  );
});
