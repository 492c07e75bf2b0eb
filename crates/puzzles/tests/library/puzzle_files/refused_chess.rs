//! Bad boards of chess pieces, and bad forms of queens problems.

use super::refused::{Refused, refused};

pub(crate) static CHESS_AND_FORMS: &[Refused] = &[
    refused("family = 'chess'\ngoal = 'max'", 1, &["no `pieces`"]),
    refused(
        "family = 'chess'\npieces = 'KQ'",
        1,
        &["no `goal`", "\"max\""],
    ),
    refused(
        "family = 'chess'\npieces = 'KQ'\ngoal = 'most'",
        3,
        &["`goal` is 'most'", "\"regions\""],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = '''\nKQ\nRX\n'''",
        5,
        &["r2c2", "'X'", "B K N P Q R"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'K.'",
        3,
        &["r1c2", "'.'"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = '##'",
        3,
        &["no cell"],
    ),
    refused(
        "family = 'chess'\ngoal = 'regions'\npieces = 'KQ'",
        1,
        &["no `regions`", "letters"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\nregions = 'AA'",
        4,
        &["`regions` does nothing", "goal = \"regions\""],
    ),
    refused(
        "family = 'chess'\ngoal = 'regions'\npieces = 'KQ'\nregions = 'AA'\nlambda = 2",
        5,
        &["`lambda` does nothing", "the setting `weight`"],
    ),
    refused(
        "family = 'chess'\ngoal = 'regions'\npieces = 'KQ'\nregions = 'AA'\n[weights]\nK = 2",
        5,
        &["`weights` does nothing"],
    ),
    refused(
        "family = 'chess'\ngoal = 'regions'\npieces = 'KQ'\nregions = 'AB'\n[region_counts]\nA = 2",
        6,
        &["region A asks for 2", "1 cells"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\nlambda = 0",
        4,
        &["`lambda` is 0", "a number from"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\nlambda = nan",
        4,
        &["`lambda` is nan"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\nlambda = '2'",
        4,
        &["`lambda` is '2'"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[weights]\nR = 5",
        5,
        &["a piece R", "pieces are K Q"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[weights]\nQ = -1",
        5,
        &["`Q` is -1"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\nweights = 3",
        4,
        &["[weights]"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[moves]\nQ = { leaps = [[1, 1]] }",
        5,
        &["how Q moves", "another letter"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[moves]\ncamel = { leaps = [[1, 3]] }",
        5,
        &["\"camel\"", "one capital letter"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[moves]\nC = { leaps = [[0, 0]] }",
        5,
        &["attacking itself"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[moves]\nC = { }",
        5,
        &["has no move", "leaps = [[1, 2]]"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[moves]\nC = { leap = [[1, 2]] }",
        5,
        &["`leap`", "`leaps`"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[moves]\nC = { leaps = [[1, 2]], reach = 2 }",
        5,
        &["`reach` does nothing"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[moves]\nC = { rays = [[1, 2]], reach = 0 }",
        5,
        &["`reach` is 0", "1 to 100"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\n[moves]\nC = 3",
        5,
        &["`C` is 3", "[C]"],
    ),
    refused(
        "family = 'chess'\ngoal = 'max'\npieces = 'KQ'\nplaced = ['r1c1']\nempty = ['r1c1']",
        5,
        &["`empty`", "`placed` on line 4"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\ndiagonal_form = 'line'",
        3,
        &["`diagonal_form` is 'line'", "\"pairs\" or \"lines\""],
    ),
    refused(
        "family = 'queens'\nsize = 4\ndiagonal_form = 'lines'",
        3,
        &["do not reach to the edge", "diagonals = \"all\""],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nsoft_form = 2",
        3,
        &["`soft_form` is 2", "\"fraction\""],
    ),
];
