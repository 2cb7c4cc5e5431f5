export type { AuthService, ExternalProvider, OpenedSession } from './auth-service.js';
export { createConfirmedSessions } from './confirmed-sessions.js';
export type { ConfirmedSessions } from './confirmed-sessions.js';
export type { RefreshSessions, SessionOrigin } from './refresh-sessions.js';
export { authRoutes } from './routes.js';
export { ownSessionRoutes } from './own-sessions.js';
export { sessionAnswer, sessionSchema } from './session-answer.js';
export { sessionCookies } from './session-cookies.js';
export { createSessionCheck } from './session-check.js';
