//! The plain class, called from JavaScript as its users call it: by the names of its methods.

use idlewheel::IdleWheel;
use js_sys::{Array, Function, JsString, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

/// What JavaScript makes of this text.
fn js(text: &str) -> JsValue {
    js_sys::eval(&format!("({text})")).expect("the text is JavaScript")
}

fn wheel(options: &str) -> JsValue {
    IdleWheel::new(js(options)).expect("good options").into()
}

fn call(wheel: &JsValue, method: &str, argument: &JsValue) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(wheel, &method.into())?.unchecked_into();
    method.call1(wheel, argument)
}

fn is(wheel: &JsValue, method: &str, uid: &JsValue) -> bool {
    call(wheel, method, uid).expect("a good uid").as_bool().expect("a boolean")
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).expect("an object")
}

fn number(object: &JsValue, name: &str) -> f64 {
    get(object, name).as_f64().unwrap_or_else(|| panic!("{name} is a number"))
}

/// Ticks with a listener, which may throw.
fn tick_with(wheel: &JsValue, listener: impl Fn(JsValue) -> Result<(), JsValue> + 'static) -> Result<JsValue, JsValue> {
    let listener = Closure::<dyn Fn(JsValue) -> Result<(), JsValue>>::new(listener);
    call(wheel, "tick", listener.as_ref())
}

/// Ticks once; who expired.
fn tick(wheel: &JsValue) -> Vec<JsValue> {
    let silent = Rc::new(RefCell::new(Vec::new()));
    let seen = silent.clone();
    let count = tick_with(wheel, move |uid| {
        seen.borrow_mut().push(uid);
        Ok(())
    });
    assert_eq!(count.expect("nobody throws").as_f64(), Some(silent.borrow().len() as f64));
    silent.take()
}

fn error_text(error: &JsValue) -> String {
    get(error, "message").as_string().expect("an Error has a message")
}

#[wasm_bindgen_test]
fn by_default_silence_lasts_31_ticks() {
    for wheel in [wheel("undefined"), wheel("{}"), wheel("{ timeout: 30_000, tick: 1_000 }"), wheel("{ timeout: 30, tick: 1 }")] {
        assert!(is(&wheel, "touch", &"ada".into()) && !is(&wheel, "touch", &"ada".into()));
        assert!((0..30).all(|_| tick(&wheel).is_empty()));
        assert!(is(&wheel, "has", &"ada".into()));
        assert_eq!(tick(&wheel), [JsValue::from("ada")]);
        assert!(!is(&wheel, "has", &"ada".into()));
        assert_eq!(number(&wheel, "size"), 0.0);
    }
}

#[wasm_bindgen_test]
fn a_timeout_is_rounded_up_to_whole_ticks() {
    for (options, ticks) in [
        ("{ timeout: 1500 }", 3),
        ("{ timeout: 2000 }", 3),
        ("{ timeout: 2000.5 }", 4),
        ("{ timeout: 7, tick: 7 }", 2),
        ("{ timeout: 100, tick: 30 }", 5),
    ] {
        let wheel = wheel(options);
        is(&wheel, "touch", &1.into());
        assert!((1..ticks).all(|_| tick(&wheel).is_empty()), "{options}");
        assert_eq!(tick(&wheel), [JsValue::from(1)], "{options}");
    }
}

#[wasm_bindgen_test]
fn bad_options_are_errors_that_say_what_was_wrong() {
    let refused = [
        ("null", "TypeError", ""),
        ("5", "TypeError", "5"),
        ("'x'", "TypeError", "x"),
        ("{ timeout: '30' }", "TypeError", "30"),
        ("{ tick: null }", "TypeError", ""),
        ("{ timeout: true }", "TypeError", "true"),
        ("{ maxUids: '5' }", "TypeError", "5"),
        ("{ timeout: NaN }", "RangeError", "timeout"),
        ("{ timeout: -1 }", "RangeError", "timeout"),
        ("{ timeout: 0 }", "RangeError", "timeout"),
        ("{ timeout: Infinity }", "RangeError", "timeout"),
        ("{ timeout: 999 }", "RangeError", "timeout"),
        ("{ timeout: 2 ** 31, tick: 1 }", "RangeError", "timeout"),
        ("{ tick: 0 }", "RangeError", "tick"),
        ("{ tick: -1 }", "RangeError", "tick"),
        ("{ tick: 1.5 }", "RangeError", "tick"),
        ("{ tick: NaN }", "RangeError", "tick"),
        ("{ tick: Infinity }", "RangeError", "tick"),
    ];
    for (options, class, word) in refused {
        let error = IdleWheel::new(js(options)).err().unwrap_or_else(|| panic!("{options} is refused"));
        assert_eq!(get(&error, "name"), class, "{options}: {}", error_text(&error));
        assert!(error_text(&error).contains(word), "{options}: {}", error_text(&error));
    }
    assert!(IdleWheel::new(js("{ timeout: 2 ** 31 - 1, tick: 1 }")).is_ok());
}

#[wasm_bindgen_test]
fn an_unknown_option_is_a_type_error_that_names_it() {
    for options in ["{ timeuot: 30_000 }", "{ timeout: 30_000, maxuids: 5 }"] {
        let error = IdleWheel::new(js(options)).err().unwrap_or_else(|| panic!("{options} is refused"));
        assert_eq!(get(&error, "name"), "TypeError", "{options}");
        assert!(["timeuot", "maxuids"].iter().any(|name| error_text(&error).contains(name)), "{options}: {}", error_text(&error));
    }
}

#[wasm_bindgen_test]
fn a_max_uids_out_of_range_is_a_range_error() {
    for options in ["{ maxUids: -1 }", "{ maxUids: 1.5 }", "{ maxUids: NaN }"] {
        let error = IdleWheel::new(js(options)).err().unwrap_or_else(|| panic!("{options} is refused"));
        assert_eq!(get(&error, "name"), "RangeError", "{options}: {}", error_text(&error));
    }
}

/// All different, each as exact as it was.
fn uids() -> Vec<JsValue> {
    let units = |units: &[u16]| JsValue::from(JsString::from_char_code(units));
    let long = JsValue::from("x".repeat(1 << 20));
    let wide = JsValue::from("\u{4e2d}".repeat(1 << 20));
    let mut uids = vec![long, wide, units(&[0xd800]), units(&[0xdc00]), units(&[0xdc00, 0xd800]), units(&[0x61, 0xd800, 0x62])];
    uids.extend(["", "\0", "1", "0", "-0", "__proto__", "\u{fc}", "\u{ff}", "\u{100}", "u\u{308}", "\u{1f600}", "NaN"].map(JsValue::from));
    uids.extend([0.0, 1.0, -1.0, 9_007_199_254_740_991.0, -9_007_199_254_740_991.0, 4_294_967_296.0].map(JsValue::from));
    uids
}

#[wasm_bindgen_test]
fn uids_are_exact() {
    let (wheel, uids) = (wheel("{ timeout: 1, tick: 1 }"), uids());
    for uid in &uids {
        assert!(!is(&wheel, "has", uid) && is(&wheel, "touch", uid), "{uid:?} is new");
    }
    assert!(uids.iter().all(|uid| is(&wheel, "has", uid) && !is(&wheel, "touch", uid)));
    assert_eq!(number(&wheel, "size"), uids.len() as f64);
    assert_eq!(tick(&wheel).len(), 0);
    let silent = tick(&wheel);
    assert_eq!(silent.len(), uids.len());
    for uid in &uids {
        assert_eq!(silent.iter().filter(|other| Object::is(other, uid)).count(), 1, "{uid:?}");
    }
}

#[wasm_bindgen_test]
fn zero_has_no_sign() {
    let wheel = wheel("{ timeout: 1, tick: 1 }");
    assert!(is(&wheel, "touch", &(-0.0).into()));
    assert!(is(&wheel, "has", &0.into()) && !is(&wheel, "touch", &0.into()));
    tick(&wheel);
    assert!(Object::is(&tick(&wheel)[0], &0.into()));
}

#[wasm_bindgen_test]
fn what_is_no_uid_is_a_type_error_and_changes_nothing() {
    let wheel = wheel("undefined");
    is(&wheel, "touch", &"ada".into());
    let texts = [
        "undefined",
        "null",
        "true",
        "NaN",
        "1.5",
        "2 ** 53",
        "-(2 ** 53)",
        "Infinity",
        "10n",
        "Symbol('s')",
        "{}",
        "['a']",
        "new String('a')",
    ];
    for text in texts {
        for method in ["touch", "has", "delete"] {
            let error = call(&wheel, method, &js(text)).expect_err(text);
            assert_eq!(get(&error, "name"), "TypeError", "{method}({text})");
        }
    }
    assert_eq!((number(&wheel, "size"), number(&call(&wheel, "stats", &JsValue::UNDEFINED).unwrap(), "touches")), (1.0, 1.0));
}

#[wasm_bindgen_test]
fn who_is_deleted_left_by_itself() {
    let wheel = wheel("{ timeout: 1, tick: 1 }");
    is(&wheel, "touch", &"ada".into());
    assert!(is(&wheel, "delete", &"ada".into()) && !is(&wheel, "delete", &"ada".into()));
    tick(&wheel);
    assert_eq!(tick(&wheel).len(), 0);
    assert!(is(&wheel, "touch", &"ada".into()));
}

#[wasm_bindgen_test]
fn one_uid_too_many_is_a_range_error_and_everyone_here_stays() {
    let wheel = wheel("{ timeout: 1, tick: 1, maxUids: 1 }");
    is(&wheel, "touch", &"ada".into());
    let error = call(&wheel, "touch", &"eve".into()).expect_err("one is here");
    assert_eq!(get(&error, "name"), "RangeError");
    assert!(!is(&wheel, "touch", &"ada".into()) && !is(&wheel, "has", &"eve".into()));
    tick(&wheel);
    assert_eq!(tick(&wheel), [JsValue::from("ada")]);
    assert!(is(&wheel, "touch", &"eve".into()));
}

#[wasm_bindgen_test]
fn a_listener_may_call_every_method() {
    let wheel = wheel("{ timeout: 1, tick: 1 }");
    for uid in 0..10 {
        is(&wheel, "touch", &uid.into());
    }
    tick(&wheel);
    let calls = Rc::new(RefCell::new(Vec::new()));
    let (seen, inside) = (calls.clone(), wheel.clone());
    let expired = tick_with(&wheel, move |uid| {
        let before = number(&inside, "size");
        assert!(!is(&inside, "has", &uid), "when it fires the uid is gone");
        if seen.borrow().is_empty() {
            // Another that is due is touched and lives on; a third is deleted.
            let others: Vec<i32> = (0..10).filter(|&other| uid != other).collect();
            assert!(!is(&inside, "touch", &others[0].into()) && is(&inside, "delete", &others[1].into()));
            assert_eq!(number(&inside, "size"), before - 1.0);
        }
        assert!(is(&inside, "touch", &uid), "it is new again");
        assert_eq!(tick_with(&inside, |_| panic!("no tick in a tick"))?, 0);
        assert_eq!(number(&call(&inside, "stats", &JsValue::UNDEFINED)?, "now"), 2.0);
        seen.borrow_mut().push(uid);
        Ok(())
    });
    assert_eq!(expired.expect("nobody throws"), 8);
    assert_eq!((calls.borrow().len(), number(&wheel, "size")), (8, 9.0));
    assert_eq!((tick(&wheel).len(), tick(&wheel).len()), (0, 9));
}

#[wasm_bindgen_test]
fn a_listener_that_throws_keeps_nobody_from_expiring() {
    let wheel = wheel("{ timeout: 1, tick: 1 }");
    for round in 0..1_000 {
        for uid in 0..5 {
            is(&wheel, "touch", &uid.into());
        }
        assert_eq!(tick(&wheel).len(), 0, "round {round}");
        let calls = Rc::new(RefCell::new(Vec::new()));
        let seen = calls.clone();
        let error = tick_with(&wheel, move |uid| {
            seen.borrow_mut().push(uid.clone());
            Err(uid)
        });
        assert_eq!(calls.borrow().len(), 5, "round {round}");
        assert_eq!(error.expect_err("all throw"), calls.borrow()[0], "the first of it");
        assert_eq!(number(&wheel, "size"), 0.0);
    }
}

#[wasm_bindgen_test]
fn stats_tell_who_is_where() {
    let wheel = wheel("{ timeout: 40, tick: 1 }");
    for uid in 0..100 {
        is(&wheel, "touch", &uid.into());
    }
    (0..3).for_each(|_| assert!(tick(&wheel).is_empty()));
    let stats = call(&wheel, "stats", &JsValue::UNDEFINED).expect("stats");
    let told = ["size", "now", "touches", "expired", "pointer"].map(|name| number(&stats, name));
    assert_eq!(told, [100.0, 3.0, 100.0, 0.0, 3.0]);
    assert!(number(&stats, "memory") > 100.0 * 64.0);
    let rings: Vec<Array> = Array::from(&get(&stats, "slots")).iter().map(JsValue::unchecked_into).collect();
    assert!(rings.iter().all(|ring| ring.length() == 31));
    let sum: f64 = rings.iter().flat_map(|ring| ring.iter().collect::<Vec<_>>()).filter_map(|len| len.as_f64()).sum();
    assert_eq!((rings.len(), sum), (2, 100.0));
}
