/** What `--log-level` takes. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const
/** What `--log-format` takes: one JSON object a line, or the same for eyes. */
export const LOG_FORMATS = ['json', 'text'] as const
