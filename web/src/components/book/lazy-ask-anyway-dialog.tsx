import { lazy, Suspense } from 'react';
import type { ComponentProps } from 'react';
import { loadPart } from '../../api/load-part.js';

const AskAnywayDialog = lazy(() => loadPart(import('./ask-anyway-dialog.js')).then((module) => ({ default: module.AskAnywayDialog })));

/** The dialog, loaded lazily: most people never see it, and every card could open it. */
export function LazyAskAnywayDialog(props: ComponentProps<typeof AskAnywayDialog>) {
  return (
    <Suspense fallback={null}>
      <AskAnywayDialog {...props} />
    </Suspense>
  );
}
