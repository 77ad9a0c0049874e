import { type MouseEvent, useState } from 'react'

/** A link that leads out of the wizard asks first, when something would be lost. */
export function useLeaveQuestion(isTyped: boolean) {
  const [address, setAddress] = useState('')
  return {
    isAsking: address !== '',
    ask(event: MouseEvent<HTMLAnchorElement>) {
      if (!isTyped || opensElsewhere(event)) return
      event.preventDefault()
      setAddress(event.currentTarget.href)
    },
    stay: () => setAddress(''),
    leave() {
      setAddress('')
      location.assign(address)
    },
  }
}

/** In a new tab or window nothing is left. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
