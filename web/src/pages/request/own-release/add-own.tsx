import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../../api/load-part.js';
import type { RequestDetail } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';

const AddOwnDialog = lazy(() => loadPart(import('./add-own-dialog.js')).then((module) => ({ default: module.AddOwnDialog })));

/** For people who may choose releases: bringing one. */
export function AddOwn({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('own.button')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AddOwnDialog request={request} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
