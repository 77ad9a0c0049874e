import { type SyntheticEvent, useRef } from 'react'

/** Whether the person is filling in another step than the payment: a late refusal must not take them out of it. */
export function useOccupied(isAway: boolean) {
  const isOccupied = useRef(false)

  function note({ target }: SyntheticEvent) {
    if (isAway && target instanceof Element && target.matches('input, select, textarea'))
      isOccupied.current = true
  }

  return {
    /** Not every browser focuses a box that is ticked. */
    watch: { onFocus: note, onInput: note },
    isOccupied: () => isOccupied.current,
    /** PAY NOW was pressed. */
    begin() {
      isOccupied.current = false
    },
  }
}
