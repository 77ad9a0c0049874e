import type { Post } from '../post.ts'

export const callBlock: Post = {
  slug: 'plan-a-two-hour-calling-block',
  title: 'How to plan a two-hour calling block',
  published: '2026-11-02',
  summary:
    'Three hundred dials an hour only pay when the list is ready. A simple order of work for the night before and the five minutes before.',
  paragraphs: [
    'Three hundred dials an hour only pay when there is something to dial. The block is won the evening before: choose one list, one script and one thing that you will ask for. A morning that starts with sorting records ends with eleven calls & a feeling of having been busy.',
    'Give the list an order. Yesterday’s call-backs come first, because they are promises. Then the newest records, because nobody else has reached them yet. Then the ones you have tried before, at a different hour from the last time. If you run out before the two hours are over, you have found out something useful about your list; if you never reach the end, you have found out something about its size.',
    'Five minutes before you start, close everything that can ring, blink or chime. Put water on the desk and stand up if you can, because a standing voice carries further. Read your opening aloud twice. It will sound foolish to the empty room and natural to the first person who answers.',
    'Then split the block: fifty minutes of calls, ten minutes away from the screen, fifty more. Do not write long notes in between. Three words and a date are enough to pick up a conversation in a week’s time, and every minute of typing is a minute in which the dialer waits for you. Long notes are for the people you are going to meet.',
    'At the end, before you look at anything else, set tomorrow’s list. It takes four minutes while the voices are still in your ear, and half an hour when they are not.',
  ],
  practice: [
    'Tonight, put tomorrow’s call-backs at the top of the list and nothing above them.',
    'Block two hours in your calendar and invite the colleague who interrupts you most.',
    'Keep every note to three words and a date until the block is over.',
  ],
}
