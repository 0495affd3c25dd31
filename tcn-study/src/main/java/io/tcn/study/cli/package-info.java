// SPDX-License-Identifier: Apache-2.0
/// The commands of the studies.
@NullMarked
package io.tcn.study.cli;

import org.jspecify.annotations.NullMarked;
