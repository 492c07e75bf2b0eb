//! What the source says of all 4×4 boards, counted.

/// The completed boards, as 16 nibbles of one-hot symbols.
fn grids() -> Vec<u64> {
    let mut grids = vec![];
    fill(0, 0, &mut grids);
    grids
}

fn peers(cell: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / 4, cell % 4);
    (0..16).filter(move |&other| {
        let (r, c) = (other / 4, other % 4);
        other != cell && (r == row || c == col || (r / 2, c / 2) == (row / 2, col / 2))
    })
}

fn symbol(grid: u64, cell: usize) -> u64 {
    grid >> (4 * cell) & 15
}

fn fill(cell: usize, grid: u64, out: &mut Vec<u64>) {
    if cell == 16 {
        out.push(grid);
        return;
    }
    for symbol_bit in [1, 2, 4, 8] {
        if peers(cell).all(|other| symbol(grid, other) != symbol_bit) {
            fill(cell + 1, grid | symbol_bit << (4 * cell), out);
        }
    }
}

/// The nibbles of the cells in a set.
fn nibbles(cells: u32) -> u64 {
    (0..16)
        .filter(|cell| cells >> cell & 1 == 1)
        .map(|cell| 15_u64 << (4 * cell))
        .sum()
}

fn has_a_naked_single(clues: u64) -> bool {
    let open = |cell: &usize| symbol(clues, *cell) == 0;
    (0..16).filter(open).any(|cell| {
        let seen = peers(cell).fold(0, |seen, other| seen | symbol(clues, other));
        seen.count_ones() == 3
    })
}

#[test]
fn every_4x4_board_with_one_solution_offers_a_new_clue() {
    let grids = grids();
    assert_eq!(grids.len(), 288);
    // Up to the names of the symbols: the first row is 1 2 3 4.
    let named: Vec<u64> = grids
        .iter()
        .copied()
        .filter(|g| g & 0xFFFF == 0x8421)
        .collect();
    assert_eq!(named.len(), 12);
    let (mut unique, mut fewest) = (0, 16);
    for &grid in &named {
        for cells in 0..(1 << 16) - 1 {
            let mask = nibbles(cells);
            let agreeing = grids.iter().filter(|other| (*other ^ grid) & mask == 0);
            if agreeing.take(2).count() == 1 {
                unique += 1;
                fewest = fewest.min(cells.count_ones());
                assert!(has_a_naked_single(grid & mask), "{:x}", grid & mask);
            }
        }
    }
    assert_eq!((unique, fewest), (565_808, 4));
}

#[test]
fn a_board_of_several_solutions_may_offer_none() {
    assert!(!has_a_naked_single(0x8421), "the first row alone");
    assert!(has_a_naked_single(0x421), "its last cell");
}
