/** Downloads. They take the same filter as the page. */
export const cancellationsFile = '/desk/reasons/cancellations.csv'
export const feedbackFile = '/desk/reasons/feedback.csv'
