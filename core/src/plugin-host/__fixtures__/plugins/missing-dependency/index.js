import 'lectern-no-such-package';
