import type { ServerErrors } from '#web/form/refusal.ts'

/** A refusal as sentences, where no field stands to show it. */
export function wordsOf(errors: ServerErrors): string[] {
  if (typeof errors === 'string') return [errors]
  return Object.values(errors).flatMap((said) =>
    Array.isArray(said) ? said : said ? wordsOf(said as ServerErrors) : [],
  )
}
