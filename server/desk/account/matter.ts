import type { OpenMatter } from '#contract/desk/account/values.ts'

/** Without its key, which it gets in the list. */
export type Matter = Omit<OpenMatter, 'key'>
/** Where an operator goes on. */
export type Links = OpenMatter['links']

export function matter(tone: OpenMatter['tone'], text: string, more = '', links: Links = []): Matter {
  return { tone, text, more, links }
}
