export { startOidcSimulator } from './oidc-simulator.js';
export type { OidcSimulator, OidcSimulatorOptions } from './oidc-simulator.js';
export { createSigningKey, signToken } from './signing-keys.js';
export type { OidcAlgorithm, SigningKey } from './signing-keys.js';
