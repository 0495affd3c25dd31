// SPDX-License-Identifier: Apache-2.0
/// Texts of callers, made harmless for logs, tables and spreadsheets.
@NullMarked
package io.tcn.api.text;

import org.jspecify.annotations.NullMarked;
