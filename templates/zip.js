// Files in one zip archive, stored as they are: figures and tables of a page are small.

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

// Numbers of two or four bytes, the least significant byte first, as [value, size].
function packed(numbers) {
  return numbers.flatMap(([value, size]) =>
    Array.from({ length: size }, (_, place) => (value >>> (8 * place)) & 0xff));
}

// The parts of a zip file; files are [name, bytes]. APPNOTE.TXT 4.3.7, 4.3.12 and 4.3.16.
function zipOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const path = new TextEncoder().encode(name);
    // version 2.0, names in UTF-8, stored, midnight of 1980-01-01
    const about = [[20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2], [crcOf(bytes), 4],
      [bytes.length, 4], [bytes.length, 4], [path.length, 2], [0, 2]];
    const head = packed([[0x04034b50, 4], ...about]);
    parts.push(Uint8Array.from(head), path, bytes);
    directory.push(Uint8Array.from(packed([[0x02014b50, 4], [20, 2], ...about,
      [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]])), path);
    offset += head.length + path.length + bytes.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = packed([[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2],
    [length, 4], [offset, 4], [0, 2]]);
  return [...parts, ...directory, Uint8Array.from(end)];
}
