// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

/// A theorem of section 4.2, tried with numbers.
///
/// @param name its number in the paper
/// @param says what it says
/// @param tried on what it was tried
/// @param seen what came out
/// @param holds whether that agrees with it
record TheoremCheck(String name, String says, String tried, String seen, boolean holds) {}
