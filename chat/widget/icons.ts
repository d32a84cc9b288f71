// The icons of the widget: paths of 24 by 24, drawn as lines of the current colour.

export const icons = {
  chat: 'M4 5h16v11H11l-5 4v-4H4z',
  fold: 'M6 10l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  fresh: 'M12 5v14M5 12h14',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  down: 'M12 5v14M6 13l6 6 6-6',
  copy: 'M9 9h10v11H9zM5 15V4h10',
} as const
