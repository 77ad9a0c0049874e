import { styleOf } from '#contract/accounts/statuses.ts'

/** The text is the server's, the style follows the status; unknown statuses look neutral. */
export function StatusBadge({ statusId, text }: { statusId: string; text: string }) {
  return <span className={`badge ${styleOf(statusId)}`}>{text}</span>
}
