import { styleOf } from '#contract/accounts/statuses.ts'

/** The words are the server's, the style follows the status; one that we do not know looks neutral. */
export function StatusBadge({ statusId, text }: { statusId: string; text: string }) {
  return <span className={`badge ${styleOf(statusId)}`}>{text}</span>
}
