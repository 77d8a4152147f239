//! The plain class, for whoever builds this crate with `wasm-pack` and uses it as it comes.
//!
//! The npm package `idlewheel` does more (timers, values, handles, events), is smaller and faster; it leaves this out.

use crate::ring::SLOTS;
use crate::sessions::{Lease, Sessions, Touched};
use crate::uids::{Kind, Uid};
use crate::wheel::MAX_TIMEOUT;
use js_sys::{Array, Function, JsString, Number, Object, Uint32Array, global};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::*;

/// What `new` takes: all optional, times in ms.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Options {
    timeout: Option<f64>,
    tick: Option<f64>,
    max_uids: Option<f64>,
}

/// What `stats` gives.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Stats {
    size: u32,
    now: u64,
    touches: u64,
    expired: u64,
    memory: usize,
    pointer: u32,
    slots: Vec<Vec<u32>>,
}

/// A wheel whose time is its `tick()`s: call it from the host's `setInterval`.
///
/// ```js
/// const wheel = new IdleWheel({ timeout: 30_000, tick: 1_000 });
/// setInterval(() => wheel.tick((uid) => console.log(`${uid} is silent`)), 1_000);
/// wheel.touch('ada');
/// ```
#[wasm_bindgen]
pub struct IdleWheel {
    sessions: RefCell<Sessions>,
    ticking: Cell<bool>,
}

#[wasm_bindgen]
impl IdleWheel {
    /// `options`: `{ timeout, tick, maxUids }`, each optional; `timeout` and `tick` in ms, 30 000 and 1 000 by default.
    ///
    /// # Errors
    ///
    /// A `TypeError` for an option of a wrong type or name, a `RangeError` for one out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<IdleWheel, JsValue> {
        console_error_panic_hook::set_once();
        let options = read(options)?;
        let tick = options.tick.unwrap_or(1_000.0);
        if !(tick >= 1.0 && tick.fract() == 0.0) {
            return Err(range_error(&format!("tick is {tick}; it takes a whole number of ms, at least 1")));
        }
        let timeout = options.timeout.unwrap_or(30_000.0);
        let ticks = (timeout / tick).ceil();
        if !(timeout >= tick && ticks <= f64::from(MAX_TIMEOUT)) {
            return Err(range_error(&format!("timeout is {timeout}; it takes ms, from one tick to {MAX_TIMEOUT} ticks")));
        }
        let max_uids = options.max_uids.unwrap_or(f64::INFINITY);
        if !(max_uids >= 1.0 && (max_uids.fract() == 0.0 || max_uids.is_infinite())) {
            return Err(range_error(&format!("maxUids is {max_uids}; it takes a whole number from 1, or Infinity")));
        }
        Ok(IdleWheel { sessions: RefCell::new(Sessions::new(ticks as u32, max_uids as u32, seed()?)), ticking: Cell::new(false) })
    }

    /// The uid, a string or a safe integer, is alive. True: it was not here, now it is.
    ///
    /// # Errors
    ///
    /// A `TypeError` for anything else; a `RangeError` for a new uid beyond `maxUids` or the host's memory.
    pub fn touch(&self, uid: &JsValue) -> Result<bool, JsValue> {
        let touched = with_uid(uid, |uid| self.sessions.borrow_mut().touch(uid, None))?;
        touched.map(|touched| matches!(touched, Touched::New(_))).map_err(|full| range_error(&full.to_string()))
    }

    /// Whether the uid is here.
    ///
    /// # Errors
    ///
    /// As for `touch`.
    pub fn has(&self, uid: &JsValue) -> Result<bool, JsValue> {
        with_uid(uid, |uid| self.sessions.borrow().find(uid).is_some())
    }

    /// The uid left by itself. False: it was not here.
    ///
    /// # Errors
    ///
    /// As for `touch`.
    pub fn delete(&self, uid: &JsValue) -> Result<bool, JsValue> {
        with_uid(uid, |uid| {
            let mut sessions = self.sessions.borrow_mut();
            sessions.find(uid).is_some_and(|entry| {
                let lease = sessions.lease(entry);
                sessions.delete(lease)
            })
        })
    }

    /// Moves the pointer one slot on, and calls `expire(uid)` for each uid that fell silent. Returns how many did.
    ///
    /// `expire` may call every method of the wheel; `tick` inside it does nothing.
    ///
    /// # Errors
    ///
    /// What `expire` throws: the first of it, after everybody else was told.
    pub fn tick(&self, expire: &Function) -> Result<u32, JsValue> {
        if self.ticking.replace(true) {
            return Ok(0);
        }
        self.sessions.borrow_mut().advance(1);
        let (mut expired, mut first_error) = (0, None);
        while let Some((lease, kind, bytes)) = self.next_due() {
            if self.sessions.borrow_mut().take(lease) {
                expired += 1;
                if let Err(error) = expire.call1(&JsValue::UNDEFINED, &to_js(kind, &bytes)) {
                    first_error.get_or_insert(error);
                }
            }
        }
        self.ticking.set(false);
        first_error.map_or(Ok(expired), Err)
    }

    /// Uids here.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> u32 {
        self.sessions.borrow().len()
    }

    /// `{ size, now, touches, expired, memory, pointer, slots }`: uids here, ticks, touches and expiries so far, bytes
    /// held, the slot of the last tick in ring 0, and the uids per slot of each ring in use.
    ///
    /// # Errors
    ///
    /// None that could be met; the conversion has a way to fail.
    pub fn stats(&self) -> Result<JsValue, JsValue> {
        let stats = self.count();
        Ok(serde_wasm_bindgen::to_value(&stats)?)
    }

    fn count(&self) -> Stats {
        let sessions = self.sessions.borrow();
        Stats {
            size: sessions.len(),
            now: sessions.now(),
            touches: sessions.touches(),
            expired: sessions.expired(),
            memory: sessions.bytes(),
            pointer: sessions.pointer(),
            slots: (0..sessions.rings()).map(|ring| (0..SLOTS).map(|slot| sessions.slot_len(ring, slot)).collect()).collect(),
        }
    }

    /// The next uid that is due, copied: JavaScript may run only when nothing is borrowed.
    fn next_due(&self) -> Option<(Lease, Kind, Vec<u8>)> {
        let mut sessions = self.sessions.borrow_mut();
        let lease = sessions.next_due()?;
        let uid = sessions.uid(lease.entry);
        Some((lease, uid.kind(), uid.bytes().to_vec()))
    }
}

/// serde passes over fields that a struct does not have, and does not name the one of a wrong type.
fn read(options: JsValue) -> Result<Options, JsValue> {
    if options.is_undefined() {
        return Ok(Options::default());
    }
    for entry in
        Object::entries(options.dyn_ref().ok_or_else(|| type_error(&format!("options is {options:?}; it takes an object")))?).iter()
    {
        let entry: Array = entry.unchecked_into();
        let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
        if !["timeout", "tick", "maxUids"].contains(&name.as_str()) {
            return Err(type_error(&format!("unknown option {name:?}; the options are timeout, tick and maxUids")));
        }
        if !value.is_undefined() && value.as_f64().is_none() {
            return Err(type_error(&format!("{name} is {value:?}; it takes a number")));
        }
    }
    Ok(serde_wasm_bindgen::from_value(options)?)
}

/// Calls `act` with the uid of a string or a safe integer.
fn with_uid<T>(uid: &JsValue, act: impl FnOnce(Uid) -> T) -> Result<T, JsValue> {
    if let Some(text) = uid.dyn_ref::<JsString>() {
        let units: Vec<u16> = text.iter().collect();
        let latin1: Option<Vec<u8>> = units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
        return Ok(match latin1 {
            Some(bytes) => act(Uid::latin1(&bytes)),
            None => act(Uid::utf16(&units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>())),
        });
    }
    if Number::is_safe_integer(uid) {
        return Ok(act(Uid::number(&Uid::number_bytes(uid.unchecked_into_f64()))));
    }
    Err(type_error(&format!("uid is {uid:?}; it takes a string or a safe integer")))
}

fn to_js(kind: Kind, bytes: &[u8]) -> JsValue {
    match kind {
        Kind::Number => f64::from_le_bytes(bytes.try_into().unwrap_or_default()).into(),
        Kind::Latin1 => from_units(&bytes.iter().map(|&byte| byte.into()).collect::<Vec<_>>()),
        Kind::Utf16 => from_units(&bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect::<Vec<_>>()),
    }
}

/// In pieces: a host limits how many arguments a call may have.
fn from_units(units: &[u16]) -> JsValue {
    let pieces: Array = units.chunks(8_192).map(JsString::from_char_code).collect();
    pieces.join("").into()
}

/// From the host's `crypto`: uids may come from strangers.
fn seed() -> Result<[u64; 2], JsValue> {
    let crypto = js_sys::Reflect::get(&global(), &"crypto".into())?;
    let words = Uint32Array::new_with_length(4);
    let get: Function = js_sys::Reflect::get(&crypto, &"getRandomValues".into())?.dyn_into()?;
    get.call1(&crypto, &words)?;
    let word = |index| u64::from(words.get_index(index));
    Ok([word(0) << 32 | word(1), word(2) << 32 | word(3)])
}

fn type_error(message: &str) -> JsValue {
    js_sys::TypeError::new(message).into()
}

fn range_error(message: &str) -> JsValue {
    js_sys::RangeError::new(message).into()
}
