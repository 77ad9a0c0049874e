export type Strength = 'weak' | 'fair' | 'strong'

/** The most common passwords. */
const common =
  /^(?:(?:pass(?:word|wort)?|qwerty?|letmein|welcome|admin|iloveyou|dragon|monkey|abc|secret)[\d!.]*|\d+)$/i

/** A rough estimate of the time to guess it. Only a hint for the person; never rejects a password. */
export function strengthOf(password: string): Strength | undefined {
  if (password === '') return undefined
  const different = new Set(password).size
  if (common.test(password) || different < 5 || isRun(password)) return 'weak'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const score = [...password].length + 2 * (kinds - 1)
  if (score >= 16 && different >= 8) return 'strong'
  return score >= 11 ? 'fair' : 'weak'
}

/** abcdef, 987654: each character follows the one before. */
function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}
