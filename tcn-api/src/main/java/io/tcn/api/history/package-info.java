// SPDX-License-Identifier: Apache-2.0
/// The history of decisions: what was seen and decided in each control interval, kept for later.
@NullMarked
package io.tcn.api.history;

import org.jspecify.annotations.NullMarked;
