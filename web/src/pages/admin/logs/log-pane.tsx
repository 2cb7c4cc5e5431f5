import { Button } from '@mantine/core';
import { IconArrowDown, IconListSearch, IconSearchOff } from '@tabler/icons-react';
import type { LogTail } from '../../../api/log-tail.js';
import type { useLogTail } from '../../../api/queries/log-queries.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { LogRow } from './log-row.js';
import classes from './logs.module.css';
import { useFollowEnd } from './use-follow-end.js';
import type { Sources } from './use-sources.js';

interface LogPaneProps {
  data: LogTail;
  reading: ReturnType<typeof useLogTail>;
  isFiltered: boolean;
  isPaused: boolean;
  nameOf: Sources['nameOf'];
  onCopy: (text: string) => void;
}

/** Whose lines these are, where a server may be several processes. */
function Processes({ processes }: Pick<LogTail, 'processes'>) {
  const { t, list } = useI18n();
  if (processes.every(({ process }) => process.alone)) return null;
  const names = processes.map(({ process: { host, pid } }) => t('logs.process', { host, pid: String(pid) }));
  return <p className={classes.processes}>{t('logs.processes', { processes: list(names) })}</p>;
}

/** Lines that scroll in a frame of their own, so that new ones move nothing that is read. */
export function LogPane({ data, reading: { tail, older }, isFiltered, isPaused, nameOf, onCopy }: LogPaneProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { lines, processes } = data;
  const { pane, isAtEnd, look, hold, goToEnd } = useFollowEnd(lines);
  const hasOlder = processes.at(-1)?.hasOlder ?? false;
  const state = isPaused ? 'logs.paused' : tail.isError ? 'logs.stuck' : isAtEnd ? 'logs.following' : 'logs.above';
  const readOlder = () => older.mutate(hold, { onError: (error) => toast.problem(errorText(error)) });
  return (
    <>
      <Processes processes={processes} />
      <div className={classes.bar}>
        <p role="status" data-state={state} className={classes.state}>
          {t(state)}
        </p>
        <span className="dim small tabular">{t('logs.count', { count: lines.length })}</span>
      </div>
      <div className={classes.frame}>
        <div ref={pane} role="region" aria-label={t('logs.lines')} tabIndex={0} className={classes.pane} onScroll={look}>
          {hasOlder ? (
            <div className={classes.older}>
              <ActionButton variant="subtle" loading={older.isPending} onClick={readOlder}>
                {t('logs.older')}
              </ActionButton>
            </div>
          ) : null}
          {lines.length > 0 ? (
            <ol className={classes.lines}>
              {lines.map((line) => (
                <LogRow key={line.id} line={line} source={nameOf(line)} onCopy={onCopy} onUnfold={look} />
              ))}
            </ol>
          ) : isFiltered ? (
            <StatePanel icon={IconSearchOff} title={t('logs.noneFound')} compact />
          ) : (
            <StatePanel icon={IconListSearch} title={t('logs.none')} compact>
              {t('logs.none.body')}
            </StatePanel>
          )}
        </div>
        {isAtEnd ? null : (
          <div className={classes.toEnd}>
            <Button leftSection={<IconArrowDown size={16} />} onClick={goToEnd}>
              {t('logs.toEnd')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
