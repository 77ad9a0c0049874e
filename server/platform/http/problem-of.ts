import { isOutage } from '#server/platform/db/errors.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** Maps known errors of the framework and the database to refusals. Any other error is a bug. */
export function problemOf(error: unknown): Refused {
  const code = error && typeof error === 'object' ? String((error as { code?: unknown }).code ?? '') : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('too-large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse('wrong-encoding')
  if (code.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_URL' || error instanceof SyntaxError)
    return refuse('unreadable')
  if (isOutage(error)) return refuse('unavailable', { retryAfterSeconds: 1 })
  const status =
    error && typeof error === 'object' ? (error as { statusCode?: number }).statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) return refuse('unreadable')
  return refuse('broken')
}
