import { Fragment } from 'react'

/** Text with clickable URLs. A trailing period belongs to the sentence. */
export function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, place) => (
    // Parts have no ids and the text never changes, so the index is a safe key. Every second part is a URL.
    <Fragment key={String(place)}>{place % 2 === 1 ? <a href={part}>{part}</a> : part}</Fragment>
  ))
}
