import './use-follow-messages.js';
import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../api/load-part.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';

const MissingDialog = lazy(() => loadPart(import('./missing-dialog.js')).then((module) => ({ default: module.MissingDialog })));

/**
 * Requests what is missing of a series at once.
 *
 * @param of the name of the series, where several are listed
 */
export function MissingButton({ seriesId, count, of }: { seriesId: string; count: number; of?: string }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconListCheck size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        aria-label={of === undefined ? undefined : labelled(t('missing.open', { count }), of)}
      >
        {t('missing.open', { count })}
      </Button>
      {isOpen ? (
        <Suspense>
          <MissingDialog seriesId={seriesId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
