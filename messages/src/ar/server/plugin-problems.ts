import type { pluginProblemWords as english } from '../../en/server/plugin-problems.js';
import type { Translation } from '../../messages.js';

export const pluginProblemWords: Translation<typeof english> = {
  'plugin_problem.messages_unusable': 'لا يمكن استخدام نصوص {package}: {reason}.',
  'plugin_problem.with_advice': '{problem} {advice}',
  'plugin_problem.of_integration': '{name}: {problem}',
  'plugin_problem.crashed': 'أدى إلى انهيار الخادم: {reason}',
  'plugin_problem.died': 'توقف الخادم فجأة أثناء تشغيل شيفرته',
  'plugin_problem.exited': 'أنهى العملية بـ process.exit({code})',
  'plugin_problem.held_up': 'أوقف الخادم عن العمل أكثر من {seconds} ثانية',
  'plugin_problem.held_up_for':
    'أوقف الخادم عن العمل {seconds} ثانية؛ حدث ذلك {times, plural, zero {# مرة} one {# مرة} two {# مرة} few {# مرات} many {# مرة} other {# مرة}} منذ بدء التشغيل',
  'plugin_problem.tampered': 'غيّر ما تشترك فيه كل شيفرة الخادم: {names}',
  'plugin_problem.not_installed_of': 'الملحق {plugin} الخاص بـ {name} غير مثبت.',
  'plugin_problem.no_package': 'لا توجد حزمة للملحق {plugin} في {path}.',
  'plugin_problem.disabled': '{package} معطّل.',
  'plugin_problem.quarantined': '{package} محجور.',
  'plugin_problem.not_loaded': '{package} غير محمّل.',
  'plugin_problem.incompatible': 'صُنع {package} لواجهة الملحقات {range}، وهذه {version}.',
  'plugin_problem.manifest_wrong': 'ملف package.json في {package} ليس ملف ملحق: {problems}.',
  'plugin_problem.schema_missing': 'لا يمكن استخدام مخطط الإعدادات {file} في {package}: لا يوجد ملف كهذا.',
  'plugin_problem.schema_unusable': 'لا يمكن استخدام مخطط الإعدادات {file} في {package}: {reason}.',
  'plugin_problem.dependency_missing': 'يحتاج {package} إلى الحزمة {missing}، وهي غير موجودة.',
  'plugin_problem.no_entry': 'ليس لدى {package} ملف دخول؛ هل بُني؟',
  'plugin_problem.import_slow': 'فشل تحميل {package}: استغرق استيراده أكثر من {seconds} ثانية.',
  'plugin_problem.import_failed': 'فشل تحميل {package}: {reason}.',
  'plugin_problem.no_definition': 'لا يصدّر {package} افتراضيًا ما تنشئه definePlugin.',
  'plugin_problem.shape_wrong': '{package}: {problems}.',
  'plugin_problem.create_slow': 'استغرقت create في {package} أكثر من {seconds} ثانية.',
  'plugin_problem.create_failed': 'فشلت create في {package}: {reason}.',
  'plugin_problem.migrate_failed': 'فشلت migrateSettings في {package}: {reason}.',
};
