import { useRouter } from '@tanstack/react-router';
import { ErrorState } from '../components/feedback/error-state.js';

/** A page that could not even start. */
export function BootError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  return (
    <main>
      <ErrorState
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}
