import type { Post } from '../post.ts'

export const numbers: Post = {
  slug: 'dials-contacts-appointments',
  title: 'Dials, contacts, appointments: read your own numbers',
  published: '2026-08-25',
  summary: 'Three numbers and two ratios tell you whether to change your list, your opening or your ask.',
  paragraphs: [
    'You do not need a dashboard to know whether a calling week was good. You need three numbers on a piece of paper: how often you dialed, how often a person you wanted answered, and how often you ended with a date in the calendar. From them come two ratios, and each points at one thing that you can change.',
    'The first is contacts per dial. It has little to do with you and nearly everything to do with the list and the hour. If it falls, try the same records two hours later before you change a word of your script. Wrong numbers belong here too: trace them once, and strike what cannot be traced, because every dead record is a ring that someone else’s phone could have had.',
    'The second is appointments per contact, and that one is yours. If people answer but nobody books, look at the opening when calls end within twenty seconds, and at the question when they end after three minutes. Short calls mean that they never learned why you rang. Long ones mean that they liked you, and you did not ask.',
    'Change one thing a week and write down which. Most callers change the list, the hour and the script together on a bad Tuesday, and will never know what helped. Slow is quick here: after two months you have eight honest answers & a way of working that belongs to you.',
  ],
  practice: [
    'Count three things for one week: dials, contacts, appointments. Nothing else.',
    'Before you touch the script, call the same list at another hour.',
    'Choose one change for next week and write it where you can see it.',
  ],
}
