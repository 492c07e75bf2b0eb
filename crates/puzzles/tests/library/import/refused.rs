//! Texts that are refused, and the words that the refusal must have.

/// A text, how it is to be read, and what the message says.
pub(crate) struct Refused {
    pub(crate) text: &'static str,
    pub(crate) family: &'static str,
    pub(crate) format: &'static str,
    pub(crate) says: &'static [&'static str],
}

const fn case(text: &'static str, says: &'static [&'static str]) -> Refused {
    Refused {
        text,
        family: "",
        format: "",
        says,
    }
}

pub(crate) static REFUSED: &[Refused] = &[
    case(
        "",
        &[
            "neither a file nor in a known format",
            "known are queens-letters",
        ],
    ),
    case("nosuchfile.txt", &["\"nosuchfile.txt\" is neither a file"]),
    case(
        "4 4\nAABB\nCCBB\nCCCB\nDDDD",
        &["text:1", "a header \"4 4\"", "leave it out"],
    ),
    case(
        "AABB\nCCBB\nCCB\nDDDD",
        &["text:3", "row 3 has 3 cells in a board of 4 rows"],
    ),
    case("AABB\nCCBB\nCCEB\nDDDD", &["5 regions in a board of 4×4"]),
    case(
        "🟥🟥🟦🟦\n🟩🟩👑🟦\n🟩🟩🟩🟦\n⬛⬛⬛⬛",
        &["text:2", "a crown in r2c3", "queens = [\"r2c3\"]"],
    ),
    case(
        "Queens #12 | 0:45\nFirst 👑s: 🟦 🟩 🟥",
        &["text:1", "\"Queens #12 | 0:45\" among the rows"],
    ),
    case(
        "{\"board\": [[1, 2], [1, null]]}",
        &["a row \"[1,null]\"", "texts or integers"],
    ),
    case("{\"board\": [[1, 2], [1,", &["an array that is no JSON"]),
    case("Q..\n...\n.", &["text:3", "row 3 has 1 cells", "square"]),
    case("6x6#1234", &["holds no board", "with a colon"]),
    case("6x6:DAGaHCCaf", &["a description of", "copy the whole ID"]),
    case("5x6:DAGaHCCafc", &["6 rows and 5 columns", "even sides"]),
    Refused {
        format: "unruly-id",
        ..case(
            "4x4:g_db,1,0,1,1,1,1,0,1",
            &["'_' in the description", "tents-id"],
        )
    },
    case(
        "4x4:g_db,1,0,1,1,1,1,0",
        &["counts in", "4 counts of columns and 4 of rows"],
    ),
    case(
        "4x4:g_da,1,0,1,1,1,1,0,1",
        &["a description of 15 cells", "copy the whole ID"],
    ),
    case("4x4:!g_db,1,0,1,1,1,1,0,1", &["'!' in the description"]),
    case("4x4:g_db,1,0,1,1,1,1,0,2", &["which cannot both be"]),
    case(
        "400x4:g_db,1,0",
        &["parameters \"400x4\"", "sides are 1 to 100"],
    ),
    case(
        "2x2:a2d4b3d2",
        &["a description of 15 cells", "copy the whole ID"],
    ),
    case(
        "2x2:a5d4b3d2a",
        &["\"5\" in the description", "clues are 1 to 4"],
    ),
    case("5x5:a1", &["a sudoku of 25 rows", "1 to 16 rows"]),
    case("9j:a1,bc", &["a jigsaw board", "plain rows"]),
    case("3x3k:a1,bc", &["a killer board"]),
    case("3x3x:a1", &["a diagonal board"]),
    case("12.......", &["neither a file nor in a known format"]),
    Refused {
        family: "sudoku",
        format: "sudoku-text",
        ..case(
            "12\n21\n34",
            &["text:1", "row 1 has 2 cells in a sudoku of 3 rows"],
        )
    },
    case(
        "1..5..2..3.....1",
        &["text:1", "'5' as a cell", "one of 1234"],
    ),
    Refused {
        format: "sudoku-text",
        ..case(
            "1....\n.....\n.....\n.....\n.....",
            &["no usual shape", "box = [rows, cols]"],
        )
    },
    case(
        "{\"grid\": [[1, 2, 3, 4], [1, 2, 3, true], [0, 0, 0, 0], [0, 0, 0, 0]]}",
        &["a row", "0 or null"],
    ),
    Refused {
        format: "tents-text",
        ..case("4 4\n1 0 1 1", &["write `rows cols`"])
    },
    Refused {
        format: "star-battle-text",
        ..case("4 4\nAABB", &["text:1", "begin with `rows cols stars`"])
    },
    case("6x6q:DAGaHCCafc", &["parameters \"6x6q\""]),
    case(
        "https://puzz.link/p?nurikabe/5/5/2g0h",
        &[
            "\"nurikabe\" URLs of puzz.link cannot be read",
            "starbattle, tents and sudoku",
        ],
    ),
    case(
        "https://puzz.link/p?tents/5/5/2g0h1i1j8232_",
        &["trees are digits"],
    ),
    case(
        "https://puzz.link/p?tents/5/5/2g0h1i1j823230",
        &["beyond the board"],
    ),
    case(
        "https://puzz.link/p?sudoku/4/4/g9k23k3g",
        &["'9' as a cell"],
    ),
    case(
        "https://puzz.link/p?sudoku/4/4/g1k23k3g1",
        &["copy the whole address"],
    ),
    case(
        "https://puzz.link/p?sudoku/4/5/g1k23k3g",
        &["a sudoku is square"],
    ),
    Refused {
        family: "queens",
        format: "puzz-link",
        ..case(
            "https://puzz.link/p?sudoku/4/4/g1k23k3g",
            &["holds no queens puzzle", "use the setting `as` sudoku"],
        )
    },
    case(
        "https://puzz.link/p?starbattle/6/6/0/4ilbhgdnmhou",
        &["0 stars a line", "at least one"],
    ),
    case(
        "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmho",
        &["borders", "12 digits"],
    ),
    case(
        "https://puzz.link/p?starbattle/6/6/1/000000000000",
        &["1 regions in a board of 6×6"],
    ),
    case(
        "https://puzz.link/p?starbattle/pzprv3/starbattle/6/6",
        &["an address"],
    ),
    case(
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA",
        &[
            "does not say which rules hold",
            "add the setting `as` takuzu or the setting `as` tango",
        ],
    ),
    Refused {
        family: "takuzu",
        ..case(
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA",
            &["cannot be unpacked", "whole address"],
        )
    },
    Refused {
        family: "tents",
        ..case("6x6:DAGaHCCafc", &["in no format known for tents"])
    },
    Refused {
        family: "queens",
        format: "unruly-id",
        ..case(
            "6x6:DAGaHCCafc",
            &["`as`: unruly-id holds no queens puzzle"],
        )
    },
    Refused {
        format: "unruly",
        ..case(
            "6x6:DAGaHCCafc",
            &["`format`: unknown format \"unruly\"", "unruly-id"],
        )
    },
    case(
        "0.1\n...\n",
        &["a board of 2 rows and 3 columns", "even sides"],
    ),
    case("0..1\n...\n", &["text:2", "row 2 has 3 cells, row 1 has 4"]),
    case("0.2.\n....\n", &["both 2 and ."]),
    case("0=. .\n....", &["text:1"]),
    case(
        "x\n0=. . .\n. . . .",
        &["text:1", "a line of signs between no two cells"],
    ),
    case(
        "0=. . .\n x\n. . . .",
        &["text:2", "x in column 2", "column of the cell"],
    ),
    case(
        "0..1\n....\nr1c1 = r3c1",
        &["text:3", "r3c1, which is off the board"],
    ),
    case("☀️🌕..\n....", &["🌕 and another sun"]),
    case(
        "{\"size\": 4, \"prefilled\": {\"0;1\": 1}}",
        &["`prefilled` has", "counted from 0"],
    ),
    case(
        "{\"size\": 4, \"constraints\": [[\"0,1\", \"0,2\"]]}",
        &["`constraints` has"],
    ),
    case(
        "{\"size\": 4, \"prefilled\": {\"4,0\": 1}}",
        &["\"4,0\", which is off the board"],
    ),
    case("{\"prefilled\": {}}", &["found no size"]),
    case("[{\"prefilled\": {}}, {}]", &["a list of 2 puzzles"]),
    case(
        "{\"size\": 1000000, \"prefilled\": {}}",
        &["even sides, from 2 to 100"],
    ),
];
