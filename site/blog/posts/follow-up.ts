import type { Post } from '../post.ts'

export const followUp: Post = {
  slug: 'a-follow-up-calendar-you-will-keep',
  title: 'A follow-up calendar you will actually keep',
  published: '2026-09-22',
  summary:
    'Most business comes after the fifth conversation, and most callers stop after the second. A rhythm that survives a busy week.',
  paragraphs: [
    'Ask a room of agents how often they follow up and you will hear eight times, ten times, until they buy or die. Look at their records and you will mostly find two. Nobody is lying. The plan in their heads was made for a week without closings, sick children and inspections, and there are no such weeks.',
    'A calendar that survives has three speeds. Hot is someone who has told you a date: call every week, on the same weekday. Warm is someone who has told you a reason but no date: call every month, with something new to say. Cold is someone who was civil: call every quarter, when the season gives you a subject. Three speeds fit on a sticky note, and you can sort any conversation into one of them before the line has closed.',
    'Give each call its own small reason, decided when the last one ends. “I’ll look up what your cousin’s condo went for” is a reason. “Just checking in” is not; it tells people that you had nothing, and asks them to have something. One true reason a month is not hard to find in a market you work in every day.',
    'When a week goes wrong, do not try to catch up. Do the hot ones, move the rest by seven days and start again on Monday. A follow-up plan is like a garden: it forgives a missed watering, but not a missed month.',
  ],
  practice: [
    'Sort every conversation into hot, warm or cold before you dial the next number.',
    'Write the reason for the next call while the last one is still fresh.',
    'After a bad week, move everything but the hot list by seven days, without guilt.',
  ],
}
