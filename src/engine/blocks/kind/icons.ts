/**
 * Our own pictures of the kinds of blocks and of accounts: paths in a square of 20 by 20, drawn with round lines that are 1.5 wide and
 * have the colour of the text.
 */
const PATHS = {
  anchor:
    'M10 6a1.75 1.75 0 1 0 0-3.5A1.75 1.75 0 0 0 10 6Zm0 0v11M6.5 9h7M3 11.5c0 3.5 3 5.5 7 5.5s7-2 7-5.5',
  archive: 'M3 4h14v4H3zM4.5 8v8h11V8M8 11h4',
  asterisk: 'M10 3v14M4 6.5l12 7M16 6.5l-12 7',
  at: 'M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm0-3v4a2 2 0 0 0 4 0v-1a7 7 0 1 0-3 5.7',
  back: 'M8 4 3.5 8.5 8 13M4 8.5h8a4.5 4.5 0 0 1 0 9H9',
  bell: 'M5 13V9a5 5 0 0 1 10 0v4l1.5 2h-13zM8.5 17.5h3',
  bolt: 'M11 2.5 4.5 11.5H10l-1 6 6.5-9H10z',
  booking: 'M3.5 5h13v12h-13zM3.5 8.5h13M7 3v3M13 3v3M7.5 12.5l2 2 3.5-3.5',
  bot: 'M4 8h12v8H4zM10 8V4.5M8.5 4h3M7.5 11.5v1M12.5 11.5v1M2 11v2.5M18 11v2.5',
  branch: 'M5 3v14M5 12c0-3.5 10-1.5 10-6M12.5 7.5 15 5l2.5 2.5',
  buttons: 'M3 4h14v4.5H3zM3 11.5h14V16H3zM7 6.25h6M7 13.75h6',
  calendar: 'M3.5 5h13v12h-13zM3.5 8.5h13M7 3v3M13 3v3M7 12h.5M10 12h.5M13 12h.5',
  card: 'M2.5 5h15v10.5h-15zM2.5 8.5h15M5.5 12.5h3',
  cards: 'M6 4h8v12H6zM3.5 6v8M16.5 6v8M8.5 12.5h3',
  chain: 'M4 7h5v6H4zM11 7h5v6h-5zM7.5 10h5',
  chart: 'M3 17h14M5.5 14V10M10 14V5M14.5 14V8',
  clock: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM10 6v4l3 2',
  code: 'M7 5.5 2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5M11.5 4l-3 12',
  compass: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM12.5 7.5l-1.5 3.5-3.5 1.5 1.5-3.5z',
  database:
    'M16 5c0 1.4-2.7 2.5-6 2.5S4 6.4 4 5s2.7-2.5 6-2.5S16 3.6 16 5Zm0 0v10c0 1.4-2.7 2.5-6 2.5S4 16.4 4 15V5M16 10c0 1.4-2.7 2.5-6 2.5S4 11.4 4 10',
  embed: 'M2.5 4h15v12h-15zM2.5 7.5h15M5 5.75h.5M8.5 10.5l-2 1.75 2 1.75M11.5 10.5l2 1.75-2 1.75',
  envelopeOpen: 'M3 8.5 10 3.5l7 5V16.5H3zM3 8.5l7 5 7-5',
  exit: 'M8 4H4v12h4M8.5 10H17M13.5 6.5 17 10l-3.5 3.5',
  eye: 'M2 10c2-3.7 4.7-5.5 8-5.5s6 1.8 8 5.5c-2 3.7-4.7 5.5-8 5.5S4 13.7 2 10Zm10.25 0a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0Z',
  funnel: 'M3 4h14l-5.5 6.5V16l-3-1.5v-4z',
  gear: 'M12.5 10a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM10 2.5v2.5M10 15v2.5M2.5 10H5M15 10h2.5M4.7 4.7l1.8 1.8M13.5 13.5l1.8 1.8M15.3 4.7l-1.8 1.8M6.5 13.5l-1.8 1.8',
  globe: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM3 10h14M10 3c4 4 4 10 0 14-4-4-4-10 0-14Z',
  hands: 'M12 10a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm4 0a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  headset:
    'M4 12v-2a6 6 0 0 1 12 0v2M4 11.5h2.5V16H4zM13.5 11.5H16V16h-2.5zM14.5 16c0 1.5-1.5 2-3.5 2',
  hourglass: 'M5 3h10M5 17h10M6 3c0 4 4 4.5 4 7s-4 3-4 7M14 3c0 4-4 4.5-4 7s4 3 4 7',
  inbox: 'M3 11l2-7h10l2 7v5.5H3zM3 11h4l1 2h4l1-2h4',
  jump: 'M3 15c1-6 8-9 12-4M15.5 6v5.5H10M3 17.5h4',
  knot: 'M10 3l6 3.5v7L10 17l-6-3.5v-7zM10 3v7M4 6.5l6 3.5 6-3.5M10 10v7',
  layers: 'M10 3l7 3.5-7 3.5-7-3.5zM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5',
  lifebuoy:
    'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Zm-4 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM5.1 5.1l2.8 2.8M12.1 12.1l2.8 2.8M14.9 5.1l-2.8 2.8M7.9 12.1l-2.8 2.8',
  link: 'M8.5 11.5l3-3M7.5 8.5 5 11a3 3 0 0 0 4.2 4.2L11.7 12.7M12.5 11.5 15 9a3 3 0 0 0-4.2-4.2L8.3 7.3',
  lock: 'M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9M10 12v2',
  mail: 'M2.5 4.5h15v11h-15zM2.5 5.5 10 11l7.5-5.5',
  message: 'M3 4h14v10H9.5L6 17v-3H3zM6.5 7.5h7M6.5 10.5h4.5',
  messenger: 'M10 3a7 7 0 1 1-3.5 13L3 17l1-3.5A7 7 0 0 1 10 3ZM7 10h.5M10 10h.5M13 10h.5',
  nodes:
    'M7 5a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM17 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM7 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM6.8 6l6.4 3.2M6.8 14l6.4-3.2',
  number: 'M7.5 3 6 17M14 3l-1.5 14M3.5 7.5h13.5M3 12.5h13.5',
  phone: 'M4 3.5h3l1.5 4-2 1.5c1 2.2 2.3 3.5 4.5 4.5l1.5-2 4 1.5v3C9.5 17 3 10.5 4 3.5Z',
  picture: 'M3 4h14v12H3zM3 13.5l4-4 3.5 3.5 2.5-2.5 4 4M13 7.5h.5',
  pictures: 'M3 6.5h10.5V17H3zM6 6.5V3.5h11V14h-3.5M3 14.5l3.5-3 3 3',
  puzzle: 'M4 7h3.5a1.75 1.75 0 1 1 3.5 0h4v3.5a1.75 1.75 0 1 1 0 3.5v3H4z',
  qr: 'M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h2v2M17 12v2M12 17h2M17 16.5v.5M10 3v3M10 9.5v1M3 10h3',
  question:
    'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM8 8a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.1M10 13.5v.3',
  route:
    'M6.5 5a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0ZM17 15a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0ZM6.5 5H13a2.5 2.5 0 0 1 0 5H7a2.5 2.5 0 0 0 0 5h6.5',
  server: 'M3 4h14v5H3zM3 11h14v5H3zM6 6.5h.5M6 13.5h.5M9 6.5h5M9 13.5h5',
  sound: 'M3 8v4h3l4 3.5v-11L6 8zM12.5 7.5c1.3 1.5 1.3 3.5 0 5M15 5c2.5 3 2.5 7 0 10',
  spark:
    'M9 3l1.5 4.5L15 9l-4.5 1.5L9 15l-1.5-4.5L3 9l4.5-1.5zM15 13l.7 1.8 1.8.7-1.8.7L15 18l-.7-1.8-1.8-.7 1.8-.7z',
  split: 'M10 17v-5M10 12 4.5 6.5M10 12l5.5-5.5M4 10V6h4M16 10V6h-4',
  star: 'M10 2.8l2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7z',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M8.5 4v12',
  textField: 'M2.5 6h15v8h-15zM6 8.5v3M5 8.5h2M5 11.5h2',
  trend: 'M3 17h14M3.5 13.5l4-4 3 2.5L16.5 5M12.5 5h4v4',
  upload: 'M10 13V4M6.5 7 10 3.5 13.5 7M3.5 12.5v4h13v-4',
  variable:
    'M6.5 3.5C4.5 3.5 5.5 9 3 10c2.5 1 1.5 6.5 3.5 6.5M13.5 3.5c2 0 1 5.5 3.5 6.5-2.5 1-1.5 6.5-3.5 6.5M8 8l4 4M12 8l-4 4',
  video: 'M3 4.5h14v11H3zM8.5 7.5v5l4-2.5z',
  wave: 'M3 9v2M6.5 6v8M10 3.5v13M13.5 6v8M17 9v2',
  wind: 'M3 7.5h8.5a2.25 2.25 0 1 0-2.2-2.7M3 10.5h12a2.25 2.25 0 1 1-2.2 2.7M3 13.5h5.5a1.75 1.75 0 1 1-1.7 2.2',
} as const;

/** The name of a picture. */
export type Icon = keyof typeof PATHS;

/** A picture as SVG. */
export function svgOf(icon: Icon): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="${PATHS[icon]}"/></svg>`;
}
