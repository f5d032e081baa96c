/** The skeleton of an MP4 file: its type, an empty movie of one second and some media bytes. */
export function mp4(): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1_000, 12) // ticks per second
  header.writeUInt32BE(1_000, 16) // length in ticks
  const type = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1'))
  return Buffer.concat([type, box('moov', box('mvhd', header)), box('mdat', Buffer.alloc(4_096, 0x55))])
}

function box(name: string, content: Buffer): Buffer {
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(8 + content.byteLength, 0)
  frame.write(name, 4, 'latin1')
  return Buffer.concat([frame, content])
}
