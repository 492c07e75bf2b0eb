//! Zeroed memory for amplitudes, in huge pages where the system has them.
//!
//! A column pass touches rows that are a power of two apart: with pages of 4 KiB each row needs an
//! entry of the address cache of its own. The pages are anonymous mappings: they start at a
//! multiple of the cache line, and are touched first by the thread that fills them. Small pages do
//! the same, slower. WebAssembly has no pages to map: there a common array serves.

use bytemuck::Pod;
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut as Pages;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

const LINE: usize = 64;

/// Zeroed bytes, where no pages can be mapped.
#[cfg(target_family = "wasm")]
#[derive(Debug)]
struct Pages(Vec<u64>);

#[cfg(target_family = "wasm")]
impl Pages {
    fn map_anon(bytes: usize) -> std::io::Result<Self> {
        let words = bytes.div_ceil(size_of::<u64>());
        let mut zeros = Vec::new();
        zeros.try_reserve_exact(words)?;
        zeros.resize(words, 0);
        Ok(Self(zeros))
    }
}

#[cfg(target_family = "wasm")]
impl Deref for Pages {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

#[cfg(target_family = "wasm")]
impl DerefMut for Pages {
    fn deref_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}

/// A slice of numbers that begins at a page, or a few lines after it.
#[derive(Debug)]
pub(in crate::sim) struct Buffer<T> {
    pages: Pages,
    /// Bytes before the first number.
    skipped: usize,
    numbers: PhantomData<T>,
}

impl<T: Pod> Buffer<T> {
    /// `len` zeros that begin `lines` lines of the cache after a page. Arrays whose rows are a
    /// power of two apart compete for the same few places of the first cache, unless they begin at
    /// different ones.
    pub(in crate::sim) fn zeros(lines: usize, len: usize) -> std::io::Result<Self> {
        let skipped = LINE * lines;
        let pages = Pages::map_anon(skipped + len * size_of::<T>())?;
        #[cfg(target_os = "linux")]
        {
            // without it the pages are small
            let _refused = pages.advise(memmap2::Advice::HugePage).is_err();
        }
        Ok(Self {
            pages,
            skipped,
            numbers: PhantomData,
        })
    }
}

impl<T: Pod> Deref for Buffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.pages[self.skipped..])
    }
}

impl<T: Pod> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.pages[self.skipped..])
    }
}
