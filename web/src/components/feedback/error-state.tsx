import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { isApiError } from '../../api/api-error.js';
import { reloadNewest } from '../../api/shell-worker.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { useErrorText } from './use-error-text.js';
import { StatePanel } from './state-panel.js';

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** Says what is missing. Default: that this did not load. */
  title?: string;
  compact?: boolean;
  /** Whether it is the whole page, which has no other heading. */
  heading?: boolean;
}

/** Shown in place of a part that did not load, with a way to try again. */
export function ErrorState({ error, onRetry, title, compact, heading }: ErrorStateProps) {
  const { t } = useI18n();
  const text = useErrorText();
  const isOffline = isApiError(error, 'network') && !navigator.onLine;
  const isOutdated = isApiError(error, 'outdated');
  return (
    <StatePanel
      icon={isOffline ? IconWifiOff : IconPlugConnectedX}
      title={isOffline ? t('error.offline.title') : isOutdated ? t('error.outdated.title') : (title ?? t('error.title'))}
      tone="bad"
      compact={compact ?? false}
      heading={heading ?? false}
      action={
        isOutdated ? (
          <Button leftSection={<IconRefresh size={16} />} onClick={() => void reloadNewest()}>
            {t('error.reload')}
          </Button>
        ) : onRetry ? (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        ) : null
      }
    >
      {text(error)}
      {isApiError(error) && error.requestId ? <div className="small">{t('error.requestId', { id: error.requestId })}</div> : null}
    </StatePanel>
  );
}
