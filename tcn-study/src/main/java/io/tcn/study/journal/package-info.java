// SPDX-License-Identifier: Apache-2.0
/// Files that a long run writes its results to as it goes, to go on from after an interruption.
@NullMarked
package io.tcn.study.journal;

import org.jspecify.annotations.NullMarked;
