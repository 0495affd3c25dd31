// SPDX-License-Identifier: Apache-2.0
/// The evaluation of the TCN paper (NAI'22, sections 4.2 and 7), claim by claim: what it says, what this simulator
/// finds, and what the best possible would be.
@NullMarked
package io.tcn.study.paper;

import org.jspecify.annotations.NullMarked;
