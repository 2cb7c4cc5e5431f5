import type { serviceProblemWords as english } from '../../en/server/problems-services.js';
import type { Translation } from '../../messages.js';

export const serviceProblemWords: Translation<typeof english> = {
  'problem.no_integration': 'その連携はありません。',
  'problem.plugin_not_installed': 'プラグイン{plugin}がインストールされていません。',
  'problem.plugin_without_settings': '{plugin}に設定はありません。',
  'problem.per_user': '{plugin}は、各ユーザーが「自分の本棚」で接続します。',
  'problem.only_one': '{plugin}の連携はすでにあります。それを変更してください。',
  'problem.no_paths': '{integration}はパスを示さないため、マッピングするものがありません。',
  'problem.key_not_sent': 'アドレスが別のサーバーを指しています。保存済みのキーがそこへ送られないよう、もう一度キーを入力してください。',
  'problem.plugin_bundled': '{plugin}はLecternに付属し、Lecternと一緒に変わります。オフにはできます。',
  'problem.plugin_updated_with_server': '{plugin}はLecternに付属し、Lecternと一緒に更新されます。',
  'problem.no_previous_version': '{plugin}には戻せる前のバージョンがありません。',
  'problem.not_quarantined': '{plugin}は隔離されていません。',

  'problem.no_webhook': 'そのWebhookはありません。',
  'problem.too_many_webhooks': 'Webhookがすでに{most}個あります。',
  'problem.webhook_off': 'Webhookはオフになっています。',
  'problem.no_delivery': 'その送信はありません。',
  'problem.webhook_scheme': 'アドレスはhttps://またはhttp://で始めてください。',
  'problem.webhook_credentials': 'アドレスにユーザー名やパスワードを入れないでください。送信元は署名で分かります。',
  'problem.webhook_fragment': 'アドレスは「#」の前で終えてください。それより後はサーバーに届きません。',
  'problem.webhook_unencrypted': '{host}はインターネット上にあるため、アドレスはhttps://で始めてください。',
  'problem.webhook_redirects':
    '{host}が別の場所に転送しています（HTTP {status}）。Webhookは転送に従いません。最終的なアドレスを入力してください。',
  'problem.webhook_gone': '{host}はこれらのイベントをもう受け取りません（HTTP 410）。',
  'problem.webhook_not_taken': '{host}がイベントを受け付けませんでした（HTTP {status}）。',
  'problem.webhook_secret_unreadable': 'Webhookのシークレットを読み取れません。新しく作成してください。',
};
