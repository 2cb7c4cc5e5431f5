import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { Integration } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { HealthEffect } from '../health-effect.js';
import { HealthState, HealthTrouble } from '../health-state.js';
import classes from './overview.module.css';

/** An integration that does not work, with its last error in full. */
export function IntegrationTrouble({ integration }: { integration: Integration }) {
  const { t } = useI18n();
  const { health } = integration;
  return (
    <article className={classes.trouble}>
      <span className={classes.troubleIcon}>
        <IconPlugConnectedX size={24} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes.troubleText}>
        <strong className="serif">{integration.name}</strong>
        <p>
          <HealthTrouble health={health} /> <HealthEffect integration={integration} />
        </p>
      </div>
      <div className={classes.troubleEnd}>
        <HealthState health={health} />
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/admin/integrations/$integrationId" params={{ integrationId: integration.id }} {...props} />}
        >
          {t('overview.repair')}
        </Button>
      </div>
    </article>
  );
}
