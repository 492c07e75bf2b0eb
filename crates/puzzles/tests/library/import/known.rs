//! Texts with the boards that they mean.

/// A text, how it is to be read, and what comes out.
pub(crate) struct Known {
    pub(crate) text: &'static str,
    pub(crate) family: &'static str,
    /// Region letters of queens, givens of the rest.
    pub(crate) board: &'static str,
    pub(crate) signs: &'static [&'static str],
}

const fn board(text: &'static str, board: &'static str) -> Known {
    Known {
        text,
        family: "",
        board,
        signs: &[],
    }
}

pub(crate) static KNOWN: &[Known] = &[
    board("5511\n9911\n99x1\nxxxx\n", "AABB/CCBB/CCDB/DDDD"),
    board(
        "10 10 2 2\n3 3 2 2\n3 3 3 2\n04 04 04 04\n",
        "AABB/CCBB/CCCB/DDDD",
    ),
    board(
        "a,a,b,b\r\nc,c,b,b\r\nc,c,c,b\r\nd,d,d,d",
        "AABB/CCBB/CCCB/DDDD",
    ),
    board(
        "AABB.\nCCBBE\nCCCBE\n#DDD@\nEEEEE\n",
        "AABB./CCBBD/CCCBD/#EEE#/DDDDD",
    ),
    board(
        "🟥🟥🟦🟦\n🟩🟩🟦🟦\n🟩🟩🟩🟦\n⬛⬛⬛⬛",
        "AABB/CCBB/CCCB/DDDD",
    ),
    board(
        "const level = {\n  size: 4,\n  colorRegions: [\n    ['A', 'A', 'B', 'B'],\n    ['C', 'C', 'B', 'B',],\n    ['C', 'C', 'C', 'B'],\n    ['D', 'D', 'D', 'D'],\n  ],\n};",
        "AABB/CCBB/CCCB/DDDD",
    ),
    board(
        r#"{"n": 4, "board": [["5","5","1","1"],["2","2","1","1"],["2","2","2","1"],["0","0","0","0"]]}"#,
        "AABB/CCBB/CCCB/DDDD",
    ),
    board(
        r#"{"colorGrid": [[5,5,1,1],[2,2,1,1],[2,2,2,1],[0,0,0,0]]}"#,
        "AABB/CCBB/CCCB/DDDD",
    ),
    board(r#"["5511","2211","2221","0000"]"#, "AABB/CCBB/CCCB/DDDD"),
    board(
        "http://pzv.jp/p.html?starbattle/6/6/1/2u9gn9c9jpmk",
        "AAAABB/ACDABB/CCDDDB/CBBBBB/CEEBEF/CCEEEF",
    ),
    board(
        "https://puzz.link/p?type=player&starbattle_edit/6/6/1/4ilbhgdnmhou/",
        "AAABBB/ABBBCC/ADDEEC/FFDDEC/FEEEEC/FCCCCC",
    ),
    board("4x4:g_db,1,0,1,1,1,1,0,1", "..../...T/T.../.T.."),
    board(
        "5x5:_ajbg_,1,1,1,1,1,1,1,1,1,1",
        "T.T../...../...T./.T.../....T",
    ),
    board(
        "https://puzz.link/p?tents/5/5/3g2j1hk1322313",
        "...T./T...T/..T../T...T/.T...",
    ),
    board(
        "4 4\n1 0 1 1\n1 1 0 1\n....\n...x\nx...\n.x..\n",
        "..../...T/T.../.T..",
    ),
    board("2x2:a2d4b3d2a", ".2../..4./.3../..2."),
    board(
        "2x3:a5f3a4a1a2_3a6d2a3j1",
        ".5..../..3.4./1.23.6/....2./3...../.....1",
    ),
    board(
        "https://puzz.link/p?sudoku/6/6/61j3g2j4g3j5g4j6g5j12",
        "61..../3.2.../.4.3../..5.4./...6.5/....12",
    ),
    board("1.|.4\n..|2.\n--+--\n.3|..\n..|.1", "1..4/..2./.3../...1"),
    board("1..4..2..3.....1", "1..4/..2./.3../...1"),
    board(
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        "53..7..../6..195.../.98....6./8...6...3/4..8.3..1/7...2...6/.6....28./...419..5/....8..79",
    ),
    board(
        "5 3 . . 7 . . . .\n6 . . 1 9 5 . . .\n. 9 8 . . . . 6 .\n8 . . . 6 . . . 3\n4 . . 8 . 3 . . 1\n7 . . . 2 . . . 6\n. 6 . . . . 2 8 .\n. . . 4 1 9 . . 5\n. . . . 8 . . 7 9",
        "53..7..../6..195.../.98....6./8...6...3/4..8.3..1/7...2...6/.6....28./...419..5/....8..79",
    ),
    board(
        "[[1, null, null, 4], [null, null, 2, null], [null, 3, null, null], [null, null, null, 1]]",
        "1..4/..2./.3../...1",
    ),
    board("4 4 1\nAABB\nCCBB\nCCCB\nDDDD", "AABB/CCBB/CCCB/DDDD"),
    board(". Q . .\n. . . .\n♛ . . .\n. . . .", ".1../..../1.../...."),
    board("0 1 2 2\n2 2 2 2\n2 2 2 2\n2 2 0 1", "01../..../..../..01"),
    board("4\n0...\n.0..\n...1\n....\n", "0.../.0../...1/...."),
    board("2 4\n0.._\n.1-.\n", "0.../.1.."),
    board("1-2-\n----\n", "0.1./...."),
    board("0\t.\t1\t.\n.\t.\t.\t.\n", "0.1./...."),
    board(
        "6x6:DAGaHCCafc",
        "...11./.....1/0...../..1..1/..10../...0..",
    ),
    board(
        "6x6u:bFDAeDDABbae",
        ".0..../.1...1/1....0/...1../.11.1./00....",
    ),
    Known {
        signs: &["r1c2 Differ r2c2", "r4c4 Equal r1c2"],
        ..board(
            "..1.\n..1.\n10..\n....\nr1c2 x r2c2\nr4c4 = r1c2\n",
            "..1./..1./10../....",
        )
    },
    Known {
        signs: &["r2c1 Differ r1c1"],
        ..board(
            "☀️..🌙\n....\n☾...\n..🌞.\nr2c1 × r1c1",
            "0..1/..../1.../..0.",
        )
    },
    Known {
        family: "tango",
        ..board("0..1\n....", "0..1/....")
    },
    Known {
        signs: &["r1c1 Differ r1c2"],
        family: "takuzu",
        ..board("0 . . .\n. . . .\nr1c1 x r1c2", "0.../....")
    },
];

/// Texts with the family to read them as and their only solution.
pub(crate) static SOLVED: &[(&str, &str, &str)] = &[
    (
        "6x6:DAGaHCCafc",
        "",
        "010110 101001 010110 001101 101001 110010",
    ),
    ("4x4:g_db,1,0,1,1,1,1,0,1", "", "0001 1000 0000 0010"),
    (
        "https://puzz.link/p?tents/5/5/2g0h1i1j82323",
        "",
        "01000 00001 10000 00001 10000",
    ),
    ("2x2:a2d4b3d2a", "", "4231 3142 2314 1423"),
    (
        "https://puzz.link/p?sudoku/4/4/g1k23k3g",
        "",
        "2143 4312 3421 1234",
    ),
    (
        "https://puzz.link/p?sudoku/4/4/g2j1h1j3g",
        "",
        "1243 4312 3124 2431",
    ),
    (
        "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
        "",
        "010000 000100 000001 001000 000010 100000",
    ),
    (
        "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk",
        "queens",
        "010000 000010 001000 100000 000001 000100",
    ),
];
