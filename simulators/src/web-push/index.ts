export { startWebPushSimulator } from './web-push-simulator.js';
export type { PushedMessage, SimulatedBrowser, WebPushSimulator } from './web-push-simulator.js';
