import type { DisputeRow } from '#contract/desk/disputes/values.ts'

const tags = {
  opened: { tone: 'is-warn', text: 'Open' },
  won: { tone: 'is-good', text: 'Won' },
  lost: { tone: 'is-bad', text: 'Lost' },
} as const satisfies Record<DisputeRow['state'], object>

export function DisputeTag({ state }: { state: DisputeRow['state'] }) {
  const { tone, text } = tags[state]
  return <span className={`desk-tag ${tone}`}>{text}</span>
}
