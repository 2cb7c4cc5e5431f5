import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadPart } from '../api/load-part.js';
import { KINDS } from '../api/provider-kinds.js';
import type { TokenSearch } from '../api/queries/api-token-queries.js';
import type { UserSearch } from '../api/queries/admin-queries.js';
import type { GapOrder } from '../api/queries/library-queries.js';
import { FINDING_KINDS } from '../api/queries/check-up-queries.js';
import { LOG_LEVELS, type LogFilter } from '../api/queries/log-queries.js';
import { CONFIDENCES, TAKEN_STATES, type TakeInSearch } from '../api/queries/take-in-queries.js';
import { MOVE_STATES } from '../api/queries/rename-queries.js';
import { meQuery } from '../api/queries/session-queries.js';
import type { FindingKind, ProviderKind, RenameMoveState, ReportState } from '../api/types.js';
import { shellRoute } from './root-routes.js';
import { auditSearch, librarySearch, oneOf, positive, requestListFilter, text } from './search-params.js';

const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  beforeLoad: async ({ context }) => {
    const me = await context.client.ensureQueryData(meQuery);
    if (me?.role !== 'admin') redirect({ to: '/', throw: true });
  },
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/admin-layout.js')), 'AdminLayout'),
});
const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/overview/overview-page.js')), 'OverviewPage'),
});
const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/pages',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/admin-index-page.js')), 'AdminIndexPage'),
});
const approvalsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/approvals',
  validateSearch: (search): { page?: number | undefined; person?: string | undefined } => ({
    page: positive(search['page']),
    person: text(search['person']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/approvals/approvals-page.js')), 'ApprovalsPage'),
});
const allRequestsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/requests',
  validateSearch: requestListFilter,
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/requests/all-requests-page.js')), 'AllRequestsPage'),
});
const integrationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/integrations',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/integrations/integrations-page.js')), 'IntegrationsPage'),
});
const newIntegrationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/integrations/new',
  validateSearch: (search): { plugin?: string | undefined; kind?: ProviderKind | undefined } => ({
    plugin: text(search['plugin']),
    kind: oneOf(KINDS, search['kind']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/integrations/new-integration-page.js')), 'NewIntegrationPage'),
});
const integrationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/integrations/$integrationId',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/integrations/integration-page.js')), 'IntegrationPage'),
});
const pluginsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/plugins',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/plugins/plugins-page.js')), 'PluginsPage'),
});
const installPluginRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/plugins/install',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/plugins/install-plugin-page.js')), 'InstallPluginPage'),
});
const libraryRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library',
  validateSearch: librarySearch,
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/library/library-page.js')), 'LibraryPage'),
});
const seriesGapsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library/series',
  validateSearch: (search): { search?: string | undefined; page?: number | undefined; by?: GapOrder | undefined; dismissed?: true } => ({
    search: text(search['search']),
    page: positive(search['page']),
    by: search['by'] === 'owned' || search['by'] === 'name' ? search['by'] : undefined,
    ...(search['dismissed'] === true ? { dismissed: true } : {}),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/library/series-gaps-page.js')), 'SeriesGapsPage'),
});
const checkUpRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library/check-up',
  validateSearch: (search): { kind?: FindingKind | undefined; page?: number | undefined; fine?: true } => ({
    kind: oneOf(FINDING_KINDS, search['kind']),
    page: positive(search['page']),
    ...(search['fine'] === true ? { fine: true } : {}),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/check-up/check-up-page.js')), 'CheckUpPage'),
});
const takeInRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library/take-in',
  validateSearch: (search): TakeInSearch => ({
    run: text(search['run']),
    confidence: oneOf(CONFIDENCES, search['confidence']),
    state: oneOf(TAKEN_STATES, search['state']),
    page: positive(search['page']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/take-in/take-in-page.js')), 'TakeInPage'),
});
const binRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library/bin',
  validateSearch: (search): { page?: number | undefined } => ({ page: positive(search['page']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/bin/bin-page.js')), 'BinPage'),
});
const uploadsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library/uploads',
  validateSearch: (search): { page?: number | undefined } => ({ page: positive(search['page']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/uploads/uploads-page.js')), 'UploadsPage'),
});
const blocklistRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/blocklist',
  validateSearch: (search): { search?: string | undefined; lifted?: true; page?: number | undefined } => ({
    search: text(search['search']),
    page: positive(search['page']),
    ...(search['lifted'] === true ? { lifted: true } : {}),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/blocklist/blocklist-page.js')), 'BlocklistPage'),
});
const reportsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports',
  validateSearch: (search): { state?: ReportState | undefined; page?: number | undefined } => ({
    state: oneOf(['open', 'resolved', 'dismissed'], search['state']),
    page: positive(search['page']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/reports/all-reports-page.js')), 'AllReportsPage'),
});
const reportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/reports/$reportId',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/reports/admin-report-page.js')), 'AdminReportPage'),
});
const renameRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library/rename',
  validateSearch: (search): { rename?: string | undefined; show?: RenameMoveState | undefined; page?: number | undefined } => ({
    rename: text(search['rename']),
    show: oneOf(MOVE_STATES, search['show']),
    page: positive(search['page']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/renames/rename-page.js')), 'RenamePage'),
});
const manualImportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/library/import',
  validateSearch: (search): { request?: string | undefined } => ({ request: text(search['request']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/manual-import/manual-import-page.js')), 'ManualImportPage'),
});
const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: (search): UserSearch => ({
    search: text(search['search'])?.slice(0, 100),
    role: oneOf(['admin', 'user'] as const, search['role']),
    state: oneOf(['active', 'pending', 'rejected', 'disabled'] as const, search['state']),
    page: positive(search['page']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/users/users-page.js')), 'UsersPage'),
});
const apiTokensRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/api-tokens',
  validateSearch: (search): TokenSearch => ({
    person: text(search['person'])?.slice(0, 36),
    ...(search['ended'] === true ? { ended: true } : {}),
    page: positive(search['page']),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/api-tokens/api-tokens-page.js')), 'ApiTokensPage'),
});
const webhooksRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/webhooks/webhooks-page.js')), 'WebhooksPage'),
});
const webhookLogRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/webhooks/$webhookId',
  validateSearch: (search): { page?: number | undefined } => ({ page: positive(search['page']) }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/webhooks/webhook-log-page.js')), 'WebhookLogPage'),
});
const jobsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/jobs/jobs-page.js')), 'JobsPage'),
});
const backupsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/backups',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/backups/backups-page.js')), 'BackupsPage'),
});
const mailRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/mail',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/mail/mail-page.js')), 'MailPage'),
});
const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/audit/audit-page.js')), 'AuditPage'),
});
const logsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/logs',
  validateSearch: (search): LogFilter => ({
    level: oneOf(LOG_LEVELS, search['level']),
    plugin: text(search['plugin'])?.slice(0, 100),
    integration: text(search['integration'])?.slice(0, 100),
    request: text(search['request'])?.slice(0, 100),
    words: text(search['words'])?.slice(0, 200),
  }),
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/logs/logs-page.js')), 'LogsPage'),
});
const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  component: lazyRouteComponent(() => loadPart(import('../pages/admin/settings/settings-page.js')), 'SettingsPage'),
});

/** The pages for admins. */
export const adminRoutes = adminRoute.addChildren([
  overviewRoute,
  adminIndexRoute,
  approvalsRoute,
  allRequestsRoute,
  integrationsRoute,
  newIntegrationRoute,
  integrationRoute,
  mailRoute,
  pluginsRoute,
  installPluginRoute,
  libraryRoute,
  seriesGapsRoute,
  checkUpRoute,
  takeInRoute,
  binRoute,
  uploadsRoute,
  blocklistRoute,
  reportsRoute,
  reportRoute,
  renameRoute,
  manualImportRoute,
  usersRoute,
  apiTokensRoute,
  webhooksRoute,
  webhookLogRoute,
  jobsRoute,
  backupsRoute,
  auditRoute,
  logsRoute,
  settingsRoute,
]);
