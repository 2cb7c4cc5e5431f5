export type { ReportService } from './report-service.js';
export type { By } from './report-threads.js';
