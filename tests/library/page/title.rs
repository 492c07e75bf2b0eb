//! What the report is called.

use super::records;
use crate::page::{PageSource, page};

#[test]
fn the_title_is_the_name_of_the_plan_or_of_the_folder() {
    for (plan, title) in [
        (Some("{\"name\": \"Four boards\"}"), "Four boards"),
        (Some("{\"name\": \"sweep\"}"), "study"),
        (None, "study"),
    ] {
        let source = PageSource {
            folder: "results/study/".to_owned(),
            plan: plan.map(str::to_owned),
            ..PageSource::default()
        };
        let page = page(records(), &source).unwrap();
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{plan:?}");
    }
}
