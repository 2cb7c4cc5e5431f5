export { startDiscordSimulator } from './discord-simulator.js';
export type { DiscordMessage, DiscordSimulator, DiscordSimulatorOptions } from './discord-simulator.js';
export { DISCORD_ERRORS } from './errors.js';
export type { DiscordErrorName } from './errors.js';
export type { DiscordEmbed, DiscordMessageBody } from './form-errors.js';
