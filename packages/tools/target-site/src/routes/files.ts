import { layout } from '../layout.ts'
import { mp4 } from '../make/mp4.ts'
import { docx, xlsx } from '../make/office.ts'
import { pdf } from '../make/pdf.ts'
import { noticeBoard, sunset } from '../make/pictures.ts'
import { zip } from '../make/zip.ts'
import { send } from '../respond.ts'
import type { Route, RouteGroup } from '../route.ts'

const BERTHS = [
  ['Berth', 'Length', 'Fee per night'],
  ['North 1', '12 m', '18.50'],
  ['North 2', '15 m', '24.00'],
  ['South 7', '22 m', '41.75'],
]
const RULES = [
  'Visitors report to the harbour office within two hours of mooring.',
  'The fee is due every evening before eight and covers water and waste.',
  'Between midnight and six the swing bridge opens for emergencies only.',
]
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Routes that serve other things than pages. */
export function fileRoutes(): RouteGroup {
  return {
    title: 'Files',
    routes: [
      file('/pdf', 'A PDF of two pages with text.', 'application/pdf', () =>
        pdf('Harbour rules of Port Selwyn', [
          ['Harbour rules of Port Selwyn', ...RULES],
          ['Berths and fees', ...BERTHS.map((row) => row.join('    '))],
        ]),
      ),
      file('/pdf-broken', 'The first half of a PDF.', 'application/pdf', () =>
        pdf('Harbour rules', [['Harbour rules', ...RULES]]).subarray(0, 400),
      ),
      file('/docx', 'A Word document with a table.', WORD, () =>
        docx('Harbour rules of Port Selwyn', RULES, BERTHS),
      ),
      file('/xlsx', 'An Excel sheet with numbers.', EXCEL, () =>
        xlsx(
          'Berths',
          BERTHS.map((row, index) =>
            row.map((cell, column) => (index && column === 2 ? Number(cell) : cell)),
          ),
        ),
      ),
      file('/image.png', 'A picture without words.', 'image/png', sunset),
      file('/photo-with-text.png', 'A photograph of a notice board, for text recognition.', 'image/png', () =>
        noticeBoard(['HARBOUR OFFICE', 'OPEN 9:00 - 17:00', 'PHONE 555 0148']),
      ),
      file('/video.mp4', 'A video of one second.', 'video/mp4', mp4),
      file('/archive.zip', 'A ZIP archive with two files.', 'application/zip', () =>
        zip({ 'rules.txt': RULES.join('\n'), 'berths.csv': BERTHS.map((row) => row.join(',')).join('\n') }),
      ),
      {
        path: '/wrong-type',
        about: 'A page that says it is a picture; <code>?kind=png</code>: a picture that says it is a page.',
        handle: ({ response, url }) => {
          if (url.searchParams.get('kind') === 'png')
            return send(response, 200, { 'content-type': 'text/html' }, sunset())
          const html = layout(
            'Mislabelled crate',
            '<p>The label of this crate says picture. It holds words.</p>',
          )
          send(response, 200, { 'content-type': 'image/png' }, html)
        },
      },
    ],
  }
}

/** A file that is made at the first request and kept. */
function file(path: string, about: string, type: string, make: () => Buffer): Route {
  let bytes: Buffer | undefined
  return {
    path,
    about,
    handle: ({ response }) => {
      bytes ??= make()
      send(response, 200, { 'content-type': type }, bytes)
    },
  }
}
