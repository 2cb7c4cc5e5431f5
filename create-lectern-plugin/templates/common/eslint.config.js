import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const message = 'Plugins reach the network through ctx.http only.';
const paths = ['got', 'undici', 'axios', 'node-fetch', 'http', 'https', 'node:http', 'node:https'].map((name) => ({ name, message }));

export default tseslint.config(
  { ignores: ['dist/**', '*.config.js'] },
  js.configs.recommended,
  { files: ['scripts/*.js'], languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } } },
  {
    files: ['src/**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-imports': ['error', { paths }], 'no-restricted-globals': ['error', { name: 'fetch', message }] },
  },
);
