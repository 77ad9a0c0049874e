import { Banner } from '#web/ui/Banner.tsx'
import { SafeMarkup } from '#web/ui/SafeMarkup.tsx'

/** Errors that belong to no field. */
export function GeneralErrors({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <Banner tone="bad">
      {messages.map((message) => (
        <p key={message}>
          <SafeMarkup text={message} />
        </p>
      ))}
    </Banner>
  )
}
