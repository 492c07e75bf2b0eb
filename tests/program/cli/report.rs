//! `ketboard report`: a folder of records becomes a page; a folder without them is told.

use crate::program::{run_in, workplace};

#[test]
fn a_sweep_becomes_one_page_beside_its_records_or_where_one_wishes() {
    let place = workplace(&[]);
    let folder = place.path();
    let sweep = "sweep p/queens-4x4.toml --depths 1,2 --starts 1 --out study --quiet";
    run_in(folder, sweep).done();
    let told = run_in(folder, "report study").done();
    assert_eq!(told.out, "wrote study/report.html, from 2 records\n");
    let page = std::fs::read_to_string(folder.join("study/report.html")).unwrap();
    assert!(page.contains("<h1>study</h1>") && page.contains("ketboard report study"));
    assert!(
        page.contains("&quot;depths&quot;"),
        "the remembered plan is there"
    );

    let told = run_in(folder, "report study -o it's.html --json").done();
    let other = std::fs::read_to_string(folder.join("it's.html")).unwrap();
    assert_eq!(told.json()["records"], 2);
    assert_eq!(told.json()["bytes"], other.len());
    assert!(other.contains("report study -o &#x27;it&#x27;\\&#x27;&#x27;s.html&#x27;"));
    assert_eq!(
        run_in(folder, "report study --quiet").done().out,
        "study/report.html\n"
    );
}

#[test]
fn a_folder_without_records_is_told_and_nothing_is_written() {
    let place = workplace(&[]);
    let folder = place.path();
    for name in ["empty", "wrong"] {
        std::fs::create_dir(folder.join(name)).unwrap();
    }
    std::fs::write(folder.join("wrong/records.jsonl"), "{\"run\": 1}\n").unwrap();
    for (name, says) in [
        ("empty", "empty/records.jsonl"),
        ("wrong", "wrong/records.jsonl:1: no record"),
        ("nowhere", "nowhere/records.jsonl"),
    ] {
        let told = run_in(folder, &format!("report {name}"));
        assert_eq!((told.status, told.out.as_str()), (2, ""), "{name}");
        assert!(told.err.contains(says), "{}", told.err);
        assert!(!folder.join(name).join("report.html").exists());
    }
}
