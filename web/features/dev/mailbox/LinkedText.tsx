import { Fragment } from 'react'

/** Text in which addresses can be followed. A full stop after one belongs to the sentence. */
export function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, place) => (
    // Parts have no names of their own, and the text never changes: every second one is an address.
    <Fragment key={String(place)}>{place % 2 === 1 ? <a href={part}>{part}</a> : part}</Fragment>
  ))
}
