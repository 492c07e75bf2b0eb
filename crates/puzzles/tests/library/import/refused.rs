//! Texts that are refused, and the words that the refusal must have.

/// A text, how it is to be read, and what the message says.
pub(crate) struct Refused {
    pub(crate) text: &'static str,
    pub(crate) family: &'static str,
    pub(crate) says: &'static [&'static str],
}

const fn case(text: &'static str, says: &'static [&'static str]) -> Refused {
    Refused {
        text,
        family: "",
        says,
    }
}

pub(crate) static REFUSED: &[Refused] = &[
    case("", &["neither a file nor a board", "the setting `as`"]),
    case("nosuchfile.txt", &["\"nosuchfile.txt\" is neither a file"]),
    case(
        "AABB\nCCBB\nCCB\nDDDD",
        &["text:3", "row 3 has 3 cells in a board of 4 rows"],
    ),
    case("AABB\nCCBB\nCCEB\nDDDD", &["5 regions in a board of 4×4"]),
    case(
        "🟥🟥🟦🟦\n🟩🟩👑🟦\n🟩🟩🟩🟦\n⬛⬛⬛⬛",
        &["text:2", "a crown", "queens = [\"r1c1\"]"],
    ),
    case(
        "Queens #12 | 0:45\nFirst 👑s: 🟦 🟩 🟥",
        &["neither a file nor a board"],
    ),
    case(
        "{\"board\": [[1, 2], [1, 1.5]]}",
        &["the board \"[[1,2],[1,1.5]]\"", "whole numbers"],
    ),
    case("{\"board\": [[1, 2], [1,", &["an array that is no JSON"]),
    case(
        "Q..\n...\n.",
        &["text:3", "row 3 has 1 cells", "3 in each row"],
    ),
    case("6x6#1234", &["holds no board", "with a colon"]),
    case(
        "6x6:DAGaHCCaf",
        &["no whole unruly board", "copy all of it"],
    ),
    case(
        "http://example.org/unruly.html#4x4:g_db,1,0,1,1,1,1,0,1",
        &["no whole unruly board", "letters for all cells"],
    ),
    case(
        "net.html#4x4:abc",
        &["a board of the game \"net\"", "unruly, tents, solo"],
    ),
    case(
        "4x4:g_db,1,0,1,1,1,1,0",
        &["no whole tents board", "W counts of columns and H of rows"],
    ),
    case("4x4:g_da,1,0,1,1,1,1,0,1", &["no whole", "copy all of it"]),
    case("4x4:!g_db,1,0,1,1,1,1,0,1", &["no whole tents board"]),
    case("4x4:g_db,1,0,1,1,1,1,0,2", &["which cannot both be"]),
    case("400x4:g_db,1,0", &["\"400x4:", "sides are 1 to 100"]),
    case("2x2:a2d4b3d2", &["no whole", "copy all of it"]),
    case("2x2:a5d4b3d2a", &["no whole solo board", "clues"]),
    case("5x5:a1", &["no whole solo board", "at most 16 rows"]),
    case("9j:a1,bc", &["no whole solo board", "plain blocks"]),
    case("3x3k:a1,bc", &["plain blocks (no j, k or x)"]),
    case("3x3x:a1", &["plain blocks (no j, k or x)"]),
    case("12.......", &["neither a file nor a board"]),
    Refused {
        family: "sudoku",
        ..case(
            "12\n21\n34",
            &[
                "text:1",
                "row 1 has 2 cells in a board of 3 rows",
                "a sudoku board is written like \"1..4\\n",
            ],
        )
    },
    case(
        "1..5..2..3.....1",
        &["text:1", "\"5\" as a cell", "one of 1234"],
    ),
    Refused {
        family: "sudoku",
        ..case(
            "1....\n.....\n.....\n.....\n.....",
            &["no usual shape", "box = [rows, cols]"],
        )
    },
    case(
        "1..4\n..2.\n.32.\n...1",
        &["a sudoku board whose rules are broken", "`as` sudoku"],
    ),
    case(
        "{\"grid\": [[1, 2, 3, 4], [1, 2, 3, true], [0, 0, 0, 0], [0, 0, 0, 0]]}",
        &["the board \"[[1,2,3,4]", "null (open)"],
    ),
    Refused {
        family: "tents",
        ..case(
            "4 4\n1 0 1 1",
            &["a tents board is written like \"4 4\\n1 0 1 1\\n"],
        )
    },
    Refused {
        family: "star-battle",
        ..case("4 4\nAABB", &["`stars` 1 or 2"])
    },
    case("6x6q:DAGaHCCafc", &["\"6x6q:DAGaHCCafc\" is no whole"]),
    case(
        "https://puzz.link/p?nurikabe/5/5/2g0h",
        &[
            "a board of the game \"nurikabe\"",
            "starbattle, tents, sudoku can be read",
        ],
    ),
    case(
        "https://puzz.link/p?tents/5/5/2g0h1i1j8232_",
        &["no whole tents board"],
    ),
    case(
        "https://puzz.link/p?tents/5/5/2g0h1i1j823230",
        &["no whole tents board"],
    ),
    case(
        "https://puzz.link/p?sudoku/4/4/g9k23k3g",
        &["no whole sudoku board", "p?genre/W/H/board"],
    ),
    case(
        "https://puzz.link/p?sudoku/4/4/g1k23k3g1",
        &["copy all of it"],
    ),
    case(
        "https://puzz.link/p?sudoku/4/5/g1k23k3g",
        &["row 1 has 4 cells in a board of 5 rows"],
    ),
    Refused {
        family: "queens",
        ..case(
            "https://puzz.link/p?sudoku/4/4/g1k23k3g",
            &[
                "this link is a sudoku board, and no queens board",
                "use the setting `as` sudoku",
            ],
        )
    },
    case(
        "https://puzz.link/p?sudoku/v:x/4/4/g1k23k3g",
        &["no whole sudoku board"],
    ),
    case(
        "https://puzz.link/p?starbattle/6/6/0/4ilbhgdnmhou",
        &["0 stars a line", "at least one"],
    ),
    case(
        "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmho",
        &["no whole starbattle board", "borders"],
    ),
    case(
        "https://puzz.link/p?starbattle/6/6/1/000000000000",
        &["1 regions in a board of 6×6"],
    ),
    case(
        "https://puzz.link/p?starbattle/pzprv3/starbattle/6/6",
        &["no whole starbattle board"],
    ),
    case(
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA",
        &["the address", "give the board as a grid"],
    ),
    Refused {
        family: "tents",
        ..case(
            "6x6:DAGaHCCafc",
            &["this game-id is a takuzu board, and no tents board"],
        )
    },
    Refused {
        family: "chess",
        ..case(
            "AABB",
            &[
                "`as`: \"chess\", which no shared text is",
                "use one of sudoku",
            ],
        )
    },
    Refused {
        family: "go",
        ..case("AABB", &["`as`: \"go\", which no shared text is"])
    },
    Refused {
        family: "tango",
        ..case("0.1\n...\n", &["odd number of cells", "even number"])
    },
    case(
        "0..1\n...\n",
        &["text:2", "row 2 has 3 cells", "4 in each row"],
    ),
    case("0.2.\n....\n", &["2 and another symbol for open cells"]),
    case("12\n21", &["a grid of 1 and 2 alone"]),
    case("0..1\n....\nr1c1 = r3c1", &["r3c1, which is off the board"]),
    case(
        "{\"prefilled\": {}}",
        &["no board", "missing field `board`"],
    ),
    case(
        "{\"board\": [[1]], \"grid\": [[1]]}",
        &["duplicate field `board`"],
    ),
    case("[[1,2],[2,1]] [[3]]", &["an array that is no JSON"]),
    case("[{\"size\": 4}, {}]", &["the board \"[{"]),
];
