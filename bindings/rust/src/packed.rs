//! Answers of C: octets, and what is packed in them.
//!
//! SPDX-License-Identifier: Apache-2.0
use crate::{sys, Error};
use std::os::raw::{c_char, c_int};
use std::ptr;

/// The octets that a call of C makes; they are copied, and freed in C.
pub(crate) fn answer(call: impl FnOnce(*mut *mut c_char, *mut usize) -> c_int) -> Result<Vec<u8>, Error> {
    let (mut at, mut len) = (ptr::null_mut(), 0);
    Error::check(call(&mut at, &mut len))?;
    // SAFETY: C made these octets, and this is their only owner.
    unsafe {
        let octets = std::slice::from_raw_parts(at.cast::<u8>(), len).to_vec();
        sys::robotsc_answer_free(at);
        Ok(octets)
    }
}

/// Reads numbers and texts, as bind.h packs them; after the end, 0 and empty texts.
#[derive(Clone, Debug)]
pub(crate) struct Packed<'a>(pub &'a [u8]);

impl<'a> Packed<'a> {
    fn take(&mut self, n: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(n.min(self.0.len()));
        self.0 = rest;
        taken
    }

    pub(crate) fn number(&mut self) -> i64 {
        self.take(8).iter().rev().fold(0, |number, octet| number << 8 | i64::from(*octet))
    }

    pub(crate) fn text(&mut self) -> &'a [u8] {
        let len = self.number();
        self.take(usize::try_from(len).unwrap_or(0))
    }

    pub(crate) fn string(&mut self) -> String {
        String::from_utf8_lossy(self.text()).into_owned()
    }
}
