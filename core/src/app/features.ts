/**
 * The features of the server, one per line. Their order means nothing: work that must happen before other work names its moment
 * (`listen`, `prepare`, `begin`). To remove a feature, delete its folder, its line here and its name in `core/feature-floors.json`; the
 * compiler then names the code that still needs it.
 */
export { apiTokens } from '../features/api-tokens/feature.js';
export { audit } from '../features/audit/feature.js';
export { auth } from '../features/auth/feature.js';
export { backups } from '../features/backups/feature.js';
export { catalog } from '../features/catalog/feature.js';
export { checkUp } from '../features/check-up/feature.js';
export { confirmation } from '../features/confirmation/feature.js';
export { covers } from '../features/covers/feature.js';
export { decisionLinks } from '../features/decision-links/feature.js';
export { directDownloads } from '../features/direct-downloads/feature.js';
export { downloads } from '../features/downloads/feature.js';
export { events } from '../features/events/feature.js';
export { externalSignIn } from '../features/external-sign-in/feature.js';
export { following } from '../features/following/feature.js';
export { listening } from '../features/listening/feature.js';
export { home } from '../features/home/feature.js';
export { ignoreList } from '../features/ignore-list/feature.js';
export { imports } from '../features/imports/feature.js';
export { integrationRecords } from '../features/integration-records/feature.js';
export { integrations } from '../features/integrations/feature.js';
export { jobs } from '../features/jobs/feature.js';
export { library } from '../features/library/feature.js';
export { libraryBin } from '../features/library-bin/feature.js';
export { lifecycle } from '../features/lifecycle/feature.js';
export { loginTokens } from '../features/login-tokens/feature.js';
export { logs } from '../features/logs/feature.js';
export { mail } from '../features/mail/feature.js';
export { manualImport } from '../features/manual-import/feature.js';
export { notifications } from '../features/notifications/feature.js';
export { ownRelease } from '../features/own-release/feature.js';
export { plugins } from '../features/plugins/feature.js';
export { registration } from '../features/registration/feature.js';
export { releaseSearch } from '../features/release-search/feature.js';
export { renaming } from '../features/renaming/feature.js';
export { replacing } from '../features/replacing/feature.js';
export { reports } from '../features/reports/feature.js';
export { requests } from '../features/requests/feature.js';
export { samples } from '../features/samples/feature.js';
export { saving } from '../features/saving/feature.js';
export { search } from '../features/search/feature.js';
export { seriesGaps } from '../features/series-gaps/feature.js';
export { takeIn } from '../features/take-in/feature.js';
export { settings } from '../features/settings/feature.js';
export { setup } from '../features/setup/feature.js';
export { shelves } from '../features/shelves/feature.js';
export { statistics } from '../features/statistics/feature.js';
export { support } from '../features/support/feature.js';
export { system } from '../features/system/feature.js';
export { uploads } from '../features/uploads/feature.js';
export { users } from '../features/users/feature.js';
export { webhooks } from '../features/webhooks/feature.js';
export { webPush } from '../features/web-push/feature.js';
export { pluginHost } from './plugin-host.js';
