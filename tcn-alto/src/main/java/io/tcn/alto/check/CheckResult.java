// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

/// What came of one check.
///
/// @param id of the rule, such as `V05`
/// @param rule in words
/// @param verdict what came of it
/// @param seen what was sent and seen, in one line
public record CheckResult(String id, String rule, Verdict verdict, String seen) {}
