import { Button, Loader, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../api/load-part.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { RequestDetail } from '../../api/types.js';
import { ActionMenu } from '../../components/controls/action-menu.js';
import { offeredActions } from '../../components/request/offered-actions.js';
import { useAct } from '../../components/request/use-act.js';
import { usePreviewRename } from '../../components/request/use-preview-rename.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { DeleteRequest } from './delete-request.js';
import classes from './request-page.module.css';

const AddOwnDialog = lazy(() => loadPart(import('./own-release/add-own-dialog.js')).then((module) => ({ default: module.AddOwnDialog })));

/** What is done with a request seldom, in one menu. */
export function MoreActions({ request }: { request: RequestDetail }) {
  const { t } = useI18n();
  const me = useMe();
  const { busy, act } = useAct();
  const { preview, isPlanning } = usePreviewRename();
  const [asking, setAsking] = useState<'own' | 'delete' | null>(null);
  const { more } = offeredActions(request);
  const may = (action: RequestDetail['actions'][number]) => request.actions.includes(action);
  const isAdmin = me.role === 'admin';
  const mayRename = request.group === 'completed' && isAdmin;
  const isBusy = busy !== null || isPlanning;
  if (more.length === 0 && !isAdmin && !may('manual_import') && !may('select') && !may('delete')) return null;
  return (
    <>
      <ActionMenu
        target={
          <Button
            variant="default"
            aria-busy={isBusy || undefined}
            leftSection={isBusy ? <Loader size={16} aria-hidden="true" /> : <IconDots size={18} aria-hidden="true" />}
          >
            {t('request.more')}
          </Button>
        }
      >
        {more.map((action) => (
          <Menu.Item key={action} disabled={isBusy} onClick={() => act(request.id, { action })}>
            {t(`request.action.${action}`)}
          </Menu.Item>
        ))}
        {may('select') ? <Menu.Item onClick={() => setAsking('own')}>{t('own.button')}</Menu.Item> : null}
        {may('manual_import') ? (
          <Menu.Item renderRoot={(props) => <Link to="/admin/library/import" search={{ request: request.id }} {...props} />}>
            {t('request.action.manual_import')}
          </Menu.Item>
        ) : null}
        {mayRename ? (
          <Menu.Item disabled={isBusy} onClick={() => preview({ requestIds: [request.id] })}>
            {t('request.rename')}
          </Menu.Item>
        ) : null}
        {isAdmin ? (
          <Menu.Item renderRoot={(props) => <Link to="/admin/logs" search={{ request: request.id }} {...props} />}>
            {t('request.logLines')}
          </Menu.Item>
        ) : null}
        {may('delete') ? (
          <Menu.Item className={classes.danger ?? ''} onClick={() => setAsking('delete')}>
            {t('request.action.delete')}
          </Menu.Item>
        ) : null}
      </ActionMenu>
      {asking === 'own' ? (
        <Suspense fallback={null}>
          <AddOwnDialog request={request} onClose={() => setAsking(null)} />
        </Suspense>
      ) : null}
      {asking === 'delete' ? <DeleteRequest request={request} onClose={() => setAsking(null)} /> : null}
    </>
  );
}
