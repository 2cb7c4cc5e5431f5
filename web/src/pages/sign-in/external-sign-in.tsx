import { Button } from '@mantine/core';
import { ActionButton } from '../../components/controls/action-button.js';
import { useBeginExternalSignIn } from '../../api/queries/session-queries.js';
import type { ExternalProvider } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';

interface ExternalSignInProps {
  providers: readonly ExternalProvider[];
  /** The provider whose name and password form is open. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
  onProblem: (error: unknown) => void;
}

/** The external ways to sign in: a form with another service's password, or going there. */
export function ExternalSignIn({ providers, chosen, onChoose, onProblem }: ExternalSignInProps) {
  const { t } = useI18n();
  const begin = useBeginExternalSignIn();
  return (
    <>
      {chosen === null ? null : (
        <Button variant="default" size="md" fullWidth onClick={() => onChoose(null)}>
          {t('signIn.local')}
        </Button>
      )}
      {providers
        .filter(({ id }) => id !== chosen)
        .map(({ id, name, kind, buttonText }) => (
          <ActionButton
            key={id}
            variant="default"
            size="md"
            fullWidth
            loading={begin.isPending && begin.variables === id}
            onClick={() => {
              if (kind === 'password') return onChoose(id);
              begin.mutate(id, { onSuccess: ({ url }) => globalThis.location.assign(url), onError: onProblem });
            }}
          >
            {buttonText ?? t('signIn.external', { name })}
          </ActionButton>
        ))}
    </>
  );
}
