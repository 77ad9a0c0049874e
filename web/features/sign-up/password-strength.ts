export type Strength = 'weak' | 'fair' | 'strong'

const common = /pass|word|qwert|asdf|letmein|welcome|admin|abc123|12345|iloveyou|(.)\1\1/i

/** How long a guess would take, roughly: length counts most, then how different the characters are. A hint only. */
export function strengthOf(password: string): Strength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const bits = new Set(password).size * (2 + kinds * 0.6)
  if (common.test(password)) return bits > 70 ? 'fair' : 'weak'
  if (password.length < 8 || bits < 26) return 'weak'
  return password.length >= 12 && bits >= 36 ? 'strong' : 'fair'
}
