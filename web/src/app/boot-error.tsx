import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { ErrorState } from '../components/feedback/error-state.js';

/** Shown if the application could not start. */
export function BootError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useWindowEvent('online', retry);
  return (
    <main>
      <ErrorState error={error} onRetry={retry} heading />
    </main>
  );
}
