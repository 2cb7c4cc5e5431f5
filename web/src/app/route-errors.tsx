import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { ErrorState } from '../components/feedback/error-state.js';

interface PageErrorProps {
  error: unknown;
  reset: () => void;
}

/** Shown in the place of a page that did not load. */
export function PageError({ error, reset }: PageErrorProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useWindowEvent('online', retry);
  return <ErrorState error={error} onRetry={retry} heading />;
}

/** Shown if the application could not start: there is no frame around it. */
export function BootError(props: PageErrorProps) {
  return (
    <main>
      <PageError {...props} />
    </main>
  );
}
