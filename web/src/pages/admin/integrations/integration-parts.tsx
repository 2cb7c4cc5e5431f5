import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../../api/queries/session-queries.js';
import type { Integration } from '../../../api/types.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { PathMappings } from './path-mappings.js';
import { ReturnAddress } from './return-address.js';
import { Subscription } from './subscription.js';
import { TestMessage } from './test-message.js';

/** The parts of an integration besides its settings, depending on what it provides. Each part saves itself. */
export function IntegrationParts({ integration, isChanged }: { integration: Integration; isChanged: boolean }) {
  const { t } = useI18n();
  const isSignInProvider = integration.provides.includes('signInProvider');
  const isNotifier = integration.provides.includes('notifier');
  // a media server may also use the redirect sign-in
  const { data: providers } = useQuery(providersQuery);
  const sendsPeopleAway = providers?.external.some(({ id, kind }) => id === integration.id && kind === 'redirect') ?? false;
  return (
    <>
      {isSignInProvider || sendsPeopleAway ? (
        <Section title={t('returnAddress.title')} note={t(isSignInProvider ? 'returnAddress.note' : 'returnAddress.note.mediaServer')}>
          <ReturnAddress integrationId={integration.id} />
        </Section>
      ) : null}
      {integration.pathMappings ? (
        <Section title={t('mappings.title')} note={t('mappings.note')}>
          <PathMappings integration={integration} />
        </Section>
      ) : null}
      {isNotifier ? (
        <>
          <Section title={t('subscription.title')}>
            <Subscription integrationId={integration.id} />
          </Section>
          <Section title={t('testMessage.title')} note={t('testMessage.note')}>
            <TestMessage integrationId={integration.id} isOn={integration.enabled} isChanged={isChanged} />
          </Section>
        </>
      ) : null}
    </>
  );
}
