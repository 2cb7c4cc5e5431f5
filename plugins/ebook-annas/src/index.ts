import { definePlugin } from '@lectern/plugin-api';
import { createArchive } from './archive.js';
import type { ArchiveSettings } from './settings.js';

export default definePlugin<ArchiveSettings>({ create: (ctx) => createArchive(ctx) });
