/** Settings of one Discord integration, after validation against `settings.schema.json`. */
export type DiscordSettings = {
  /** Secret: whoever has it can post, edit and delete. */
  readonly webhookUrl: string;
  /** Empty: the webhook's own. */
  readonly username: string;
  readonly avatarUrl: string;
  readonly silent: boolean;
  readonly showCover: boolean;
  readonly threadId: string;
  readonly threadName: string;
  readonly allowOtherHost: boolean;
};
