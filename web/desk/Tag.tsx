import type { Tone } from '#contract/desk/desk-moment.ts'

export function Tag({ text, tone }: { text: string; tone: Tone | null }) {
  return <span className={tone ? `desk-tag is-${tone}` : 'desk-tag'}>{text}</span>
}
