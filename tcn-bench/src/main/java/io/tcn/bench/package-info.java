// SPDX-License-Identifier: Apache-2.0
/// What a benchmark is: its question, its settings, its result.
@NullMarked
package io.tcn.bench;

import org.jspecify.annotations.NullMarked;
