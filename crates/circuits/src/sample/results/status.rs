//! Documents that are no results: the state of a job that is not done, or did not work, and answers
//! that name an error.
//!
//! Where the word and the reason stand: IBM `status` or `state.status` and `state.reason`, errors
//! as `errors[].message`; IonQ `status` and `failure.error`; Braket `status` and `failureReason`;
//! Azure
//! `status` and `errorData.message`; Quantinuum `status` and `error.text`; IQM `status` and
//! `message` (the vendors' clients, read November 2026).

use serde_json::Value;

/// What such a document says, and what to do; `None` for every other file.
pub(super) fn told(value: &Value) -> Option<(String, &'static str)> {
    let object = value.as_object()?;
    if !object
        .values()
        .any(|value| value.is_string() || value.is_object() || value.is_array())
    {
        return None;
    }
    let text = |path: &str| value.pointer(path).and_then(Value::as_str);
    let status = text("/status").or_else(|| text("/state/status"));
    let reason = REASONS.iter().find_map(|path| text(path));
    let Some(status) = status else {
        let is_error = ["error", "errors"]
            .iter()
            .any(|key| object.contains_key(*key));
        let reason = reason.filter(|_| is_error)?;
        return Some((
            format!("the service answered with an error: {reason}"),
            AGAIN,
        ));
    };
    let word = status.to_lowercase();
    let because = reason.map_or(String::new(), |reason| format!(": {reason}"));
    let has = |words: &[&str]| words.iter().any(|known| word.contains(known));
    if has(&["fail", "error", "abort"]) {
        Some((format!("the job failed{because}"), AGAIN))
    } else if has(&["cancel"]) {
        Some((format!("the job was canceled{because}"), AGAIN))
    } else if has(&["complete", "done", "ready", "succeed", "finished"]) {
        let found = format!("this describes a job that is {word}, and holds no results");
        Some((found, "download the results of the job, and give that file"))
    } else if has(&[
        "queue", "wait", "pending", "running", "submit", "created", "started", "progress",
    ]) {
        let found = format!("the job is not done, its status is {status:?}{because}");
        Some((found, "wait until it is done, then download its results"))
    } else {
        None
    }
}

/// What to do where nothing will come any more.
const AGAIN: &str = "mend what the service names, and send the job again";

/// Where a reason may stand.
const REASONS: [&str; 10] = [
    "/state/reason",
    "/failure/error",
    "/failureReason",
    "/errorData/message",
    "/error/text",
    "/error/message",
    "/errors/0/message",
    "/error_message",
    "/message",
    "/error",
];
