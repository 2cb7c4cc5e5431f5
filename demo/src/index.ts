export { addShelves } from './add-shelves.js';
export { startDemoShelves, type DemoShelf, type DemoShelves } from './demo-shelves.js';
export type { DemoIntegration } from './demo-services.js';
export { startDemoWorld, type DemoWorld } from './demo-world.js';
export { followRequest } from './follow-request.js';
export { createLecternApi, LecternApiError, type LecternApi } from './lectern-api.js';
export { seedDemo, type SeededDemo, type SeededRequests } from './seed-demo.js';
export { setUpLectern, signIn, type DemoAccount } from './set-up-lectern.js';
export { startLectern, type LecternProcess } from './start-lectern.js';
