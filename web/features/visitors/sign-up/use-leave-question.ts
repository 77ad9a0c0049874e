import { type MouseEvent, useState } from 'react'

/** Asks before following a link out of the wizard, if typed values would be lost. */
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

/** A new tab or window does not leave this page. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
