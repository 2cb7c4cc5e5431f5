import { createHmac } from 'node:crypto';
import type { ServerKeys } from '../security/key-file.js';

/**
 * Returns the cron expression of a daily job, at some minute between two and six o'clock. Installations differ, so that they do not all
 * ask a service at once. Processes of one database agree, because they share their keys; otherwise each of them would start the job.
 */
export function dailyCron(job: string, { jwtKey }: Pick<ServerKeys, 'jwtKey'>): string {
  const digest = createHmac('sha256', jwtKey).update(`daily time of ${job}`).digest();
  return `${digest.readUInt16BE(0) % 60} ${2 + (digest.readUInt16BE(2) % 4)} * * *`;
}
