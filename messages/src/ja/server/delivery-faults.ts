import type { deliveryFaultWords as english } from '../../en/server/delivery-faults.js';
import type { Translation } from '../../messages.js';

export const deliveryFaultWords: Translation<typeof english> = {
  'delivery_fault.unknown_device': '{host}にはこの端末がもう登録されていません。',
  'delivery_fault.device_refused': '{host}がメッセージを受け付けませんでした（HTTP {status}）。',
  'delivery_fault.secret_unreadable': 'Webhookのシークレットを読み取れません。新しく作成してから、もう一度イベントを送信してください。',
  'delivery_fault.webhook_off': 'Webhookはオフにされました。',
  'delivery_fault.given_up': '約24時間に{attempts, plural, other {#回}}試した後、送信をやめました。',
  'delivery_fault.webhook_failing': '{days, plural, other {#日間}}イベントを受け付けなかったため、Webhookは一時停止されました。',
  'delivery_fault.webhook_overrun':
    '待っているイベントが{count, plural, other {#件}}を超えているのに失敗したため、Webhookは一時停止されました。',
  'delivery_fault.integration_removed': '連携が削除されました。',
  'delivery_fault.integration_off': '{name}はオフになっています。',
  'delivery_fault.integration_not_ready': '{name}は準備ができていません。',
  'delivery_fault.not_within_a_day': '1日以内に届けられませんでした。',
  'delivery_fault.account_unusable': 'このアカウントはもう使えません。',
  'delivery_fault.too_late': '時間内に届けられませんでした。',
  'delivery_fault.target_removed': '送信先が削除されました。',
  'delivery_fault.request_gone': '送信前にリクエストが削除されました。',
  'delivery_fault.decided': '送信前にリクエストの承認または却下が決まりました。',
  'delivery_fault.cancelled': '送信前にリクエストがキャンセルされました。',
  'delivery_fault.told_already': '同じ本について同じ内容を1時間以内に通知済みです。',
  'delivery_fault.abandoned': '送信できる前に取りやめになりました。',
  'delivery_fault.cut_off': '送信中にサーバーが停止しました。',
  'delivery_fault.perhaps_arrived': '届いたかどうかわからないため、もう一度送信することはありません。',
  'delivery_fault.perhaps_sent': 'その後に送信された可能性があるため、もう一度送信することはありません。',
  'delivery_fault.perhaps_delivered': 'その後に送信された可能性があるため、自動でもう一度送信することはありません。',
};
