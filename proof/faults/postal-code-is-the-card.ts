import { changeSource } from './change-source.ts'

/** The former rule: with another postal code it is another card. */
changeSource(
  'server/adapters/fraud-rules.ts',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is looked for in the source as it stands there
  'const card = `${risk.lastFour} ${risk.expiry}`',
  'const card = Math.random().toString()',
)
