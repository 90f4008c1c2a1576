//! Traces that are compressed, by gzip or Zstandard.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

const BUFFER: usize = 1 << 16;

/// The bytes of a trace, compressed or not.
pub(super) fn unpacked<'r>(input: Box<dyn Read + 'r>) -> io::Result<BufReader<Box<dyn Read + 'r>>> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut head = Vec::new();
    input.by_ref().take(4).read_to_end(&mut head)?;
    let kind = head.clone();
    let whole = Cursor::new(head).chain(input);
    let plain: Box<dyn Read> = match *kind {
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(whole)),
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(Frames { input: whole, decoder: FrameDecoder::new() }),
        _ => Box::new(whole),
    };
    Ok(BufReader::with_capacity(BUFFER, plain))
}

/// The frames of Zstandard, one after the other.
struct Frames<R> {
    input: R,
    decoder: FrameDecoder,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            if !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.input, one).map_err(io::Error::other)?;
            } else if self.input.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                self.decoder.init(&mut self.input).map_err(io::Error::other)?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    /// Two members or frames are one trace: some programs write many.
    #[test]
    fn a_trace_is_read_from_its_compressed_form() {
        let half: Vec<u8> = (0..200_000u32).map(|number| (number >> 3) as u8).collect();
        let whole = [&half[..], &half].concat();
        let gzip = || {
            let mut packed = Vec::new();
            GzEncoder::new(&half[..], Compression::fast()).read_to_end(&mut packed).expect("a packed trace");
            packed
        };
        let zstandard = || compress_to_vec(&half[..], CompressionLevel::Fastest);
        for packed in [[gzip(), gzip()].concat(), [zstandard(), zstandard()].concat(), whole.clone()] {
            let mut read = Vec::new();
            unpacked(Box::new(&packed[..]))
                .and_then(|mut input| input.read_to_end(&mut read))
                .expect("a trace");
            assert!(read == whole, "{} bytes from {}", read.len(), packed.len());
        }
    }

    #[test]
    fn what_is_cut_or_damaged_is_no_trace_that_ended() {
        let mut packed = compress_to_vec(&b"pvcheck"[..], CompressionLevel::Fastest);
        packed.truncate(8);
        assert!(
            unpacked(Box::new(&packed[..])).and_then(|mut input| input.read_to_end(&mut Vec::new())).is_err()
        );
    }
}
