/** SQL written as SQL. Interpolated values become parameters, never text. */
export type Sql = { text: string; values: unknown[] }

/** The text of each template literal, built once: prepared statements are looked up by it. */
const texts = new WeakMap<TemplateStringsArray, string>()

export function sql(parts: TemplateStringsArray, ...values: unknown[]): Sql {
  const text = texts.get(parts) ?? parts.reduce((whole, part, index) => `${whole}$${index}${part}`)
  texts.set(parts, text)
  return { text, values }
}
