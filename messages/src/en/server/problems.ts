/** Why any call of the API can be refused or fail, as the `detail` of a problem document. */
export const problemWords = {
  'problem.csrf_failed': 'The request did not come from a page of this server. Reload the page.',
  'problem.no_endpoint': 'There is no such endpoint.',
  'problem.no_web_file': 'There is no such file.',
  'problem.body_too_large': 'The body may have at most {bytes} bytes.',
  'problem.json_required': 'Send the body as application/json, in UTF-8.',
  'problem.invalid_json': 'The body is not JSON.',
  'problem.nested_too_deep': 'The body is nested too deep.',
  'problem.file_required': 'Send the file itself, as {types}.',
  'problem.types_or': '{type} or {other}',
  'problem.range_not_satisfiable': 'The file has {bytes} bytes.',
  // the place of a field, such as “body/name”, and what is wrong with it
  'problem.invalid_input': '{field} {fault}',
  'problem.client_gone': 'The client went away.',
  'problem.too_many_attempts': 'Too many attempts. Try again in {seconds} s.',
  'problem.too_many_files_at_once': 'The server takes {most} files of a person at once. Try again in a second.',
  'problem.confirmation_required':
    'This action affects who can sign in. Confirm your identity with your password or where you sign in, then try again.',
  'problem.no_token_may': 'API tokens may not do this, whatever their scopes. Sign in and do it there.',
  'problem.token_may_not': 'This API token may not call this endpoint. It would need the scope {scopes}.',
  'problem.token_malformed': 'The header Authorization holds no token of this server. Send “Bearer” and the whole token.',
  'problem.token_invalid': 'This API token is not known here, or was revoked.',
  'problem.token_expired': 'This API token has expired. Create a new one.',
  'problem.auth_required': 'Sign in first.',
  'problem.admin_required': 'Only admins may do this.',
  'problem.permission_required': 'Your account is not allowed to do this. An admin can change that.',
  // the name of a field, and what is wrong with it
  'problem.setting_invalid': '{field} {fault}.',
  'problem.settings_invalid': 'The form {fault}.',
  'problem.some_settings_invalid': 'Some settings are not valid.',
  'problem.settings_not_valid': 'The settings are not valid.',
  // the name of an integration, and what its service said
  'problem.of_integration': '{name}: {fault}',

  'problem.database_unreachable': 'The database server does not answer. Lectern tries again until it does.',
  'problem.database_full': 'The disk that holds the database is full. Nothing can be saved until there is room.',
  'problem.database_busy': 'Another program holds the database. Nothing can be saved until it lets go.',
  'problem.database_read_only': 'The database is read-only. Check the permissions of the data directory and how its disk is mounted.',
  'problem.database_broken_disk': 'The disk that holds the database does not read or write. Check it.',
  'problem.database_damaged': 'The database is damaged. Stop the server and restore a backup.',

  'problem.no_job_to_run': 'There is no such job to run.',
  'problem.no_job': 'There is no such job.',
  'problem.job_over': 'The job has already ended.',
  'problem.no_backup': 'There is no such backup.',
} as const;
