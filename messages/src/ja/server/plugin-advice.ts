import type { pluginAdviceWords as english } from '../../en/server/plugin-advice.js';
import type { Translation } from '../../messages.js';

export const pluginAdviceWords: Translation<typeof english> = {
  'plugin_advice.plugin_not_installed': 'プラグインをインストールするか、連携を削除してください。',
  'plugin_advice.plugin_manifest_invalid': 'パッケージは作者が直す必要があります。別のバージョンをインストールしてください。',
  'plugin_advice.plugin_incompatible': 'このバージョンのLectern向けのプラグインをインストールするか、Lecternを更新してください。',
  'plugin_advice.plugin_dependency_missing': 'プラグインをもう一度インストールしてください。それでもだめなら、作者に知らせてください。',
  'plugin_advice.plugin_import_failed': 'プラグインの別のバージョンをインストールし、作者に知らせてください。',
  'plugin_advice.plugin_shape_invalid': 'プラグインがマニフェストの内容を提供していません。作者に知らせてください。',
  'plugin_advice.plugin_create_timeout': 'サービスが応答するか確認してから、設定を保存し直して始め直してください。',
  'plugin_advice.plugin_quarantined':
    'プラグインがクラッシュしたか、サーバーを止めたか、組み込みオブジェクトを変更しました。プラグインを更新するか無効にしてから、隔離を解除してください。',
  'plugin_advice.plugin_disabled': '「管理 → プラグイン」または`lectern plugins enable`で有効にしてください。',
  'plugin_advice.hook_timeout': 'プラグインに時間がかかりすぎたため、Lecternは応答を待たずに進めました。',
  'plugin_advice.hook_failed': 'プラグインの作者に知らせてください。Lecternはプラグインなしで進めました。',
};
